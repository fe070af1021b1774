"""From the values of options to the question, and from its result to what is printed.

Every game goes through here: read the manner of telling, find out whether it is
possible, put the situation together, ask, tell.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import typer

from analyzer.cli.cluster import connected
from analyzer.cli.options import OUT
from analyzer.cli.progress import progress_for
from analyzer.cli.situation_file import read_situation
from analyzer.core.errors import InputError, MissingError
from analyzer.core.numerals import decimal
from analyzer.report.language import Language, usual_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from analyzer.core.result import Result
    from analyzer.report.charts.chart import Chart
    from analyzer.report.files import Kind, Target
    from analyzer.report.text.numbers import Numbers
    from analyzer.report.text.sheet import Sheet

    SheetMaker = Callable[[Any, Language, Numbers], Sheet]

OUTPUT = ("json", "out", "quiet", "no_color", "ascii", "lang")
WORK = ("exact", "deals", "precision", "seed", "threads", "scheduler")

_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_INTERRUPTED = 130
_ROWS_ON_TERMINAL = 60


@dataclass(frozen=True)
class Manner:
    """How an answer is told.

    Attributes
    ----------
    json
        As one JSON object.
    target
        A file for its table.
    quiet
        Without progress and notices.
    color, ascii
        What a terminal may show.
    language
        The language of text.
    """

    json: bool
    target: Target | None
    quiet: bool
    color: bool
    ascii: bool
    language: Language

    @classmethod
    def of(cls, given: Mapping[str, Any], kind: Kind = "table") -> Manner:
        """Return the manner that options ask for.

        Parameters
        ----------
        given
            The value of every option.
        kind
            What the file is to be.

        Raises
        ------
        InputError
            For a language that is not known, and a file that cannot be written.
        """
        out, lang = given["out"], given["lang"]
        return cls(
            json=given.get("json", False),
            target=None if out is None else _target(out, kind),
            quiet=given["quiet"],
            color=not given["no_color"],
            ascii=given["ascii"],
            language=Language.of(usual_language(os.environ) if lang is None else lang),
        )

    def tell(self, result: Result, sheets: Mapping[str, SheetMaker]) -> None:
        """Write an answer to its file and to standard output.

        Raises
        ------
        KeyboardInterrupt
            When a count was broken off: what was counted is no sample of the rest.
        typer.Exit
            After telling what a sample came to that was broken off.
        """
        if result.basis.interrupted and result.basis.method == "exact":
            raise KeyboardInterrupt
        if self.target is not None:
            self.target.write(result.to_frame(), self.language)
        if self.json:
            self._write_json(result.to_dict())
        else:
            self._write_sheet(result, sheets[result.question])
        if result.basis.interrupted:
            raise typer.Exit(_INTERRUPTED)

    def tell_table(self, frame: pd.DataFrame) -> None:
        """Write a table to its file or, without one, to standard output."""
        if self.target is not None:
            self.target.write(frame, self.language)
        if self.json:
            from analyzer.report.files import as_object

            self._write_json(as_object(frame))
        elif self.target is None:
            self._write_rows(frame)

    def tell_chart(self, chart: Chart) -> None:
        """Write a chart to its file, and say so or what it shows."""
        assert self.target is not None  # noqa: S101 - `Request.of` has seen to it
        self.target.put(chart.data(self.target.path.suffix.lower()))
        if self.json:
            self._write_json(chart.to_dict())
        else:
            print(self._shown(chart.title))
            self.say_written(self.target)

    def say_written(self, target: Target) -> None:
        """Say where something was written to."""
        print(self._shown(self.language.say("written to {path}").format(path=target.path)))

    def _write_json(self, answer: Mapping[str, Any]) -> None:
        """Write one JSON object."""
        text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
        if self.ascii:
            from analyzer.report.text.plain import LETTERS

            text = json.dumps(json.loads(text.translate(LETTERS)))
        print(text)

    def _write_sheet(self, result: Result, sheet_of: SheetMaker) -> None:
        from analyzer.report.text.numbers import Numbers
        from analyzer.report.text.terminal import render

        sheet = sheet_of(result, self.language, Numbers(self.language, self.ascii))
        if self.target is not None:
            note = self.language.say("table written to {path}").format(path=self.target.path)
            sheet = replace(sheet, basis=(*sheet.basis, note))
        sys.stdout.write(render(sheet, color=self.color, ascii=self.ascii))

    def _write_rows(self, frame: pd.DataFrame) -> None:
        """Write rows, on a terminal only as many as somebody can look at."""
        from analyzer.report.text.frame import frame_text
        from analyzer.report.text.numbers import Numbers

        numbers = Numbers(self.language, self.ascii)
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns
            text = frame_text(frame, numbers, most=_ROWS_ON_TERMINAL, width=width)
        else:
            text = frame_text(frame, numbers)
        sys.stdout.write(self._shown(text))

    def _shown(self, text: str) -> str:
        """Return a text as it may be shown."""
        if not self.ascii:
            return text
        from analyzer.report.text.plain import plain

        return plain(text)


@dataclass(frozen=True)
class Request:
    """One question as the command line put it.

    Attributes
    ----------
    manner
        How the answer is told.
    fields
        The situation, by the names of its fields.
    keywords
        The other arguments of the question's function.
    """

    manner: Manner
    fields: dict[str, Any]
    keywords: dict[str, Any]

    @classmethod
    def of(
        cls,
        given: Mapping[str, Any],
        keywords: frozenset[str],
        *,
        switches: frozenset[str] = frozenset(),
        kind: Kind = "table",
    ) -> Request:
        """Return what the values of options ask for.

        Parameters
        ----------
        given
            The value of every option.
        keywords
            Names of options that are no part of the situation.
        switches
            The same, of options without a value.
        kind
            What the answer is; all but a table needs a file to go to.

        Raises
        ------
        InputError
            For a value that cannot be read, or a file that cannot be.
        """
        manner = Manner.of(given, kind)
        if kind != "table" and manner.target is None:
            raise MissingError("out", OUT[kind])
        said = {n: v for n, v in given.items() if n not in OUTPUT and v not in (None, False, [])}
        for name, value in said.items():
            if value == "":  # most likely a variable that is not set
                raise InputError("", name, "a value, or leave the option out")
        if "hand" in said:
            said["hand"] = " ".join(said["hand"])
        path = said.pop("situation", None)
        if path is not None:
            said = _merged(read_situation(path), said, keywords | switches)
        others = {*WORK, *keywords, *switches}
        fields = {n: v for n, v in said.items() if n not in others}
        texts = {n: _as_text(n, said[n]) for n in keywords if said.get(n) is not None}
        turned = {n: _as_switch(n, said[n]) for n in switches if said.get(n) is not None}
        return cls(manner, fields, {**texts, **turned, **_work(said, manner)})


def prepare_kernels(manner: Manner) -> None:
    """Let numba start lightly, and have it told when kernels are being compiled."""
    from analyzer.core.jit import announce_compiling
    from analyzer.core.notice import listen

    say = _silent if manner.quiet else _notice(manner)
    announce_compiling(say)
    listen(say)
    with _without_blas():
        import numba.np.arraymath  # noqa: F401 - looks for BLAS when it is first imported


def tell_drawn(request: Request, draw: Callable[..., Chart]) -> None:
    """Draw the chart that a request names, and write it as the options ask for."""
    prepare_kernels(request.manner)
    name, hand = (request.fields.pop(field, None) for field in ("name", "hand"))
    lang = request.manner.language.code
    chart = draw(name or "", hand, lang=lang, **request.fields, **request.keywords)
    request.manner.tell_chart(chart)


def _merged(
    found: Mapping[str, Any], said: Mapping[str, Any], keywords: frozenset[str]
) -> dict[str, Any]:
    """Return the fields of a file, with what was said beside it put over them."""
    named = {name.replace("-", "_"): value for name, value in found.items()}
    known = {name: value for name, value in named.items() if name in keywords or name in WORK}
    fields = {name: value for name, value in found.items() if name.replace("-", "_") not in known}
    if "rules" in said:
        fields.pop("rule", None)
    over = dict(said)
    if fields.get("rule") and "rule" in said:
        over["rule"] = {**_options(fields["rule"]), **_options(said["rule"])}
    return {**fields, **known, **over}


def _options(rule: Any) -> dict[str, Any]:
    """Return single options by name, from a mapping, a text ``NAME=VALUE`` or several."""
    if isinstance(rule, Mapping):
        return dict(rule)
    texts = [rule] if isinstance(rule, str) else rule
    return {str(text).partition("=")[0].strip(): str(text).partition("=")[2] for text in texts}


def _work(said: Mapping[str, Any], manner: Manner) -> dict[str, Any]:
    """Return the keywords of how much work an answer may take."""
    work: dict[str, Any] = {
        name: _as_whole(name, said[name])
        for name in ("deals", "seed", "threads")
        if said.get(name) is not None
    }
    if said.get("precision") is not None:
        work["precision"] = _as_number("precision", said["precision"])
    if said.get("exact") is not None:
        work["exact"] = _as_switch("exact", said["exact"])
    if said.get("scheduler") is not None:
        work["client"] = connected(_as_text("scheduler", said["scheduler"]))
    progress = progress_for(quiet=manner.quiet, ascii=manner.ascii, color=manner.color)
    return {**work, "progress": progress}


def _as_text(name: str, value: object) -> str:
    """Return a value from the command line or a file as the text of an option."""
    if isinstance(value, str):
        return value.strip()
    items = value if isinstance(value, list) else [value]
    if not items or any(isinstance(one, bool) or not isinstance(one, int | float) for one in items):
        raise InputError(_shown(value), name, "text, as after --" + name.replace("_", "-"))
    return ",".join(map(str, items))


def _as_switch(name: str, value: object) -> bool:
    """Return whether an option without a value is given."""
    if not isinstance(value, bool):
        raise InputError(_shown(value), name, "true or false")
    return value


def _as_whole(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    raise InputError(_shown(value), name, "a whole number")


def _as_number(name: str, value: object) -> float:
    try:
        if isinstance(value, str):
            return decimal(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    except (OverflowError, ValueError):
        pass
    raise InputError(_shown(value), name, "a number")


def _shown(value: object) -> object:
    """Return a value as an error can show it; what is built of parts only by its kind."""
    return value if isinstance(value, str | int | float) else f"a {type(value).__name__}"


def _target(out: str, kind: Kind) -> Target:
    from analyzer.report.files import Target

    return Target.of(out, kind)


def _notice(manner: Manner) -> Callable[[str], None]:
    def say(line: str) -> None:
        from analyzer.report.text.plain import plain

        print("truco:", plain(line) if manner.ascii else line, file=sys.stderr, flush=True)

    return say


def _silent(_line: str) -> None:
    pass


@contextmanager
def _without_blas() -> Iterator[None]:
    """Keep numba from loading scipy, which takes as long as numba itself.

    Numba asks for scipy's BLAS to know whether it can multiply matrices; no
    kernel does. Afterwards scipy can be imported as ever.
    """
    name = "scipy.linalg.cython_blas"
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]
