"""Files that answers are written to."""

from __future__ import annotations

from pathlib import Path

from analyzer.report.files import Target


def test_a_file_that_is_overwritten_stays_as_private_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "hand.csv"
    path.touch(mode=0o600)
    path.chmod(0o600)
    Target.of(str(path)).put(b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_goes_on_leading_to_the_file(tmp_path: Path) -> None:
    path, link = tmp_path / "far.csv", tmp_path / "hand.csv"
    path.touch()
    link.symlink_to("far.csv")
    Target.of(str(link)).put(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
