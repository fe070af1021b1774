"""The folder where the gallery hangs: files are hung in it, and compared with the code."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from analyzer.core.errors import OutputError
from analyzer.report.files import Target
from analyzer.report.gallery.article import Article
from analyzer.report.gallery.drift import difference
from analyzer.report.gallery.pieces import File, Piece

MANIFEST, ARTICLE = "manifest.json", "index.md"

_HUNG = ("*/*.csv", "*/*.svg")
"""What pieces are made of; a person may hang other things beside them."""


@dataclass(frozen=True)
class Gallery:
    """A gallery's folder."""

    folder: Path

    @classmethod
    def of(cls, text: str, *, hanging: bool) -> Gallery:
        """Return the gallery in a folder, which is made when something is to hang there.

        Raises
        ------
        OutputError
            For no folder, or one in which nothing can be read or written.
        """
        if not text:
            raise OutputError(text, "folder", "a folder's name, such as reports")
        folder = Path(text)
        _open(folder, hanging=hanging)
        return cls(folder)

    def hang(self, pieces: Iterable[Piece], *, whole: bool) -> None:
        """Make pieces, and write their files, the manifest and the article.

        Parameters
        ----------
        pieces
            To be made.
        whole
            Whether these are all there are; files of others are then taken down.
        """
        stories = {} if whole else self.stories()
        for piece in pieces:
            for file in piece.files():
                self._put(file.path, file.text)
                stories[file.path] = file.story
        for path in self._left_over(stories):
            (self.folder / path).unlink()
        self._put(MANIFEST, _manifest(stories))
        self._put(ARTICLE, Article(self.folder, self.stories()).text())

    def drift(self, pieces: Iterable[Piece], *, whole: bool) -> Iterator[str]:
        """Yield a line for everything that is not as the code makes it.

        Parameters
        ----------
        pieces
            To be made and compared.
        whole
            Whether these are all there are; files of others are then too many.
        """
        stories = self.stories()
        made = []
        for piece in pieces:
            for file in piece.files():
                made.append(file.path)
                yield from self._compared(file, stories)
        if whole:
            for path in self._left_over(made):
                yield f"{path}: no longer made"
        yield from self._article(stories)

    def stories(self) -> dict[str, Any]:
        """Return what the manifest tells of every file.

        Raises
        ------
        OutputError
            For one that tells nothing.
        """
        path = self.folder / MANIFEST
        try:
            found = json.loads(path.read_text("utf-8")) if path.exists() else {}
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise OutputError(
                str(self.folder),
                "folder",
                f"one whose {MANIFEST} tells of files; hang everything anew",
            )
        return found

    def _compared(self, file: File, stories: Mapping[str, Any]) -> Iterator[str]:
        path = self.folder / file.path
        if not path.exists():
            yield f"{file.path}: missing"
            return
        found = difference(path.read_text("utf-8"), file.text, drawing=path.suffix == ".svg")
        if found:
            yield f"{file.path}: {found}"
        story = File(file.path, "", stories.get(file.path, {}))
        if found := difference(story.told, file.told):
            yield f"{MANIFEST}: {file.path}: {found}"

    def _article(self, stories: Mapping[str, Any]) -> Iterator[str]:
        path = self.folder / ARTICLE
        if not path.exists():
            yield f"{ARTICLE}: missing"
            return
        try:
            made = Article(self.folder, stories).text()
        except OutputError as error:
            yield f"{ARTICLE}: {error}"
            return
        if found := difference(path.read_text("utf-8"), made):
            yield f"{ARTICLE}: {found}"

    def _left_over(self, known: Iterable[str]) -> list[str]:
        hung = (path for pattern in _HUNG for path in self.folder.glob(pattern))
        return sorted({path.relative_to(self.folder).as_posix() for path in hung} - set(known))

    def _put(self, path: str, text: str) -> None:
        target = self.folder / path
        _open(target.parent, hanging=True)
        Target(target).put(text.encode())


def _manifest(stories: Mapping[str, Any]) -> str:
    return json.dumps(stories, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _open(folder: Path, *, hanging: bool) -> None:
    """Make a folder and see that it can be written in, or only that it can be read."""
    try:
        if hanging:
            folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=folder).close()
        else:
            os.scandir(folder).close()
    except OSError as error:
        allowed = f"a folder that can be {'written in' if hanging else 'read'} ({error.strerror})"
        raise OutputError(str(folder), "folder", allowed) from None
