"""``truco paulista``: one command for each question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from analyzer.cli.asking import Request, prepare_kernels
from analyzer.cli.game import Game, questions
from analyzer.cli.options import (
    DECISION,
    SITUATION,
    WORK,
    Parameter,
    argument,
    one_of,
    option,
    parted_by,
    rule_options,
    switch,
)
from analyzer.cli.progress import status_line

if TYPE_CHECKING:
    from analyzer.paulista.solver.campaign import Campaign
    from analyzer.paulista.solver.run import Look

POLICIES = ("expert", "greedy", "random", "open", "optimal")
PROFILES = ("normal", "tight", "loose", "bluffer", "random")
CALLS = ("truco", "seis", "nove", "doze")
TABLES = ("hands", "pairs", "manilhas", "first-trick", "positions", "calls", "thresholds")
CHARTS = (
    *("hands", "manilhas", "first-trick", "positions"),
    *("match", "accept", "calls", "thresholds"),
)
_KEYWORDS = frozenset({"play", "caller", "answers", "equity", "play_on", "profile"})

_SWITCHES = frozenset({"solver"})

app = questions()


@app.callback()
def paulista() -> None:
    """Answer questions about Truco Paulista and Mineiro.

    Cards are a rank 4 5 6 7 Q J K A 2 3 (or 10 11 12 1) and a suit ♣ ♥ ♠ ♦ or its letter p c e o,
    parted by blanks or commas; zap, copeta, espadilha and picafumo once the vira is known.
    """


def solve(_question: str, given: dict[str, Any]) -> None:
    """Solve a hand, or the match."""
    request = Request.of(given, frozenset({"until", "time"}), switches=frozenset({"match"}))
    whole = request.keywords.get("match", False)
    work = ("threads", "client")
    said = {name: request.keywords[name] for name in work if name in request.keywords}
    prepare_kernels(request.manner)
    from analyzer import paulista as game

    with _solving(request) as keywords:
        result: Any = game.solve(match=whole, **request.fields, **said, **keywords)
    GAME.tell(request, result)


def exploit(_question: str, given: dict[str, Any]) -> None:
    """Measure a way of playing."""
    request = Request.of(given, frozenset({"against"}))
    prepare_kernels(request.manner)
    from analyzer import paulista as game

    with status_line(quiet=request.manner.quiet) as show:

        def say(number: int, viras: int) -> None:
            show(f"vira {number} / {viras}")

        against = request.keywords.get("against")
        result = game.exploit(**request.fields, against=against, say=say)
    GAME.tell(request, result)


def advise(_question: str, given: dict[str, Any]) -> None:
    """Advise from a solution."""
    request = Request.of(given, frozenset({"until", "time"}))
    from analyzer.paulista.situation import Situation

    situation = Situation.read("advise", request.fields)
    prepare_kernels(request.manner)
    from analyzer import paulista as game

    with _solving(request) as keywords:
        result = game.advise(situation, **keywords)
    GAME.tell(request, result)


def decide(question: str, given: dict[str, Any]) -> None:
    """Answer a question that a solution may answer."""
    request = Request.of(given, _KEYWORDS | {"until", "time"}, switches=_SWITCHES)
    from analyzer.paulista.situation import Situation

    situation = Situation.read(question, request.fields)
    prepare_kernels(request.manner)
    from analyzer import paulista as game

    with _solving(request) as keywords:
        result = getattr(game, question)(situation, **{**request.keywords, **keywords})
    GAME.tell(request, result)


@contextmanager
def _solving(request: Request) -> Iterator[dict[str, Any]]:
    """Give the arguments for the solver, which then shows how far it has come."""
    with status_line(quiet=request.manner.quiet) as show:

        def say(come: Look | Campaign) -> None:
            show(come.progress)

        known = {name: request.keywords.get(name) for name in ("until", "time")}
        yield {**known, "say": say}


def _complete_preset(incomplete: str) -> list[str]:
    from analyzer.paulista.rules import Rules

    return [name for name in Rules.presets if name.startswith(incomplete)]


def _complete_rule(incomplete: str) -> list[str]:
    """Complete NAME=, and then its values where they are words."""
    from analyzer.paulista.rules import Rules

    words: list[str] = []
    for name, kind in get_type_hints(Rules).items():
        values = ("true", "false") if kind is bool else get_args(kind)
        if all(isinstance(value, str) for value in values) and values:
            words += [f"{name}={value}" for value in values]
    return [word for word in words if word.startswith(incomplete)]


def _situation(*left_out: str, **texts: str) -> list[Parameter]:
    """Return the options of a situation; some questions put another text to some."""
    every = {
        "vira": ("The card turned up; none with fixed manilhas.", "CARD", None),
        "players": ("2 or 4; 2 unless given.", "N", one_of("24")),
        "position": (
            "K-th to play in the first trick: 1, unless given, is the mão; the last one deals.",
            "K",
            one_of("1234"),
        ),
        "partner": ("Cards of the partner, seen or signalled.", "CARDS", None),
        "seen": ("Cards otherwise known to be out of play.", "CARDS", None),
        "played": (
            'What was played so far: "3♠ truco ok 5♦ / K♣"; xx is a covered card, x3♠ my own.',
            "TEXT",
            None,
        ),
        "stake": ("What the hand is worth, when it does not follow from --played.", "N", None),
        "score": ("Points so far; answers are then chances to win the match.", "US-THEM", None),
    }
    return [
        option(name, texts.get(name, text), metavar, panel=SITUATION, complete=complete)
        for name, (text, metavar, complete) in every.items()
        if name not in left_out
    ]


def _file() -> Parameter:
    text = (
        "The situation as JSON, also an answer's --json; - for standard input. Options beside it "
        "are put over it."
    )
    return option("situation", text, "FILE", panel=SITUATION)


def _play() -> Parameter:
    return option(
        "play",
        "How cards are played: expert (unless given), greedy, random, open, with two players "
        "optimal; mine/theirs or mine/partner/theirs.",
        "POLICY",
        panel=DECISION,
        complete=parted_by("/", POLICIES, most=3),
    )


def _equity() -> Parameter:
    text = (
        "Which table of match equities: normal, or solved, which two players under traditional "
        "rules count in unless this is given."
    )
    names = ("normal", "solved")
    return option("equity", text, "|".join(names), panel=DECISION, complete=one_of(names))


def _answers(text: str) -> Parameter:
    return option("answers", text, "ACCEPT,RERAISE", panel=DECISION)


def _profile(text: str) -> Parameter:
    return option("profile", text, "PROFILE", panel=DECISION, complete=one_of(PROFILES))


def _call() -> Parameter:
    text, names = "The call to answer.", "|".join(CALLS)
    return option("call", text, names, panel=SITUATION, complete=one_of(CALLS))


def _caller() -> Parameter:
    return option(
        "caller",
        "Who calls: tight, normal (unless given), loose, bluffer, random, or "
        "calls=SHARE,bluffs=SHARE.",
        "PROFILE",
        panel=DECISION,
        complete=one_of(PROFILES),
    )


def _cards(text: str, metavar: str = "CARDS...") -> Parameter:
    return argument("hand", text, metavar, many=True)


_RULES = rule_options(
    "traditional (unless given), online, limpo, mineiro", _complete_preset, _complete_rule
)

GAME = Game("paulista", app, _RULES, _KEYWORDS, _SWITCHES)


def _solver() -> list[Parameter]:
    text = (
        "Two players: answer as a solution of the hand with all its calls does; solved when it "
        "is first asked for, a minute, and kept."
    )
    return [switch("solver", text, DECISION), *_solver_work()]


def _solver_work() -> list[Parameter]:
    return [
        option(
            "until",
            "Exploitability of a hand that is good enough; 0.005 points, or 0.0005 of the match.",
            "E",
            panel=WORK,
        ),
        option("time", "Seconds to go on at most; what is done is kept.", "S", panel=WORK),
    ]


_DEALT = "The three cards you were dealt, also those played since."

GAME.add(
    "hand",
    _cards(_DEALT),
    *_situation(score="Points so far; the answer stays the chance to win the hand."),
    _file(),
    _play(),
    text="Chance to win the hand, nobody calling any more, and the best card to play.",
    example="hand 4♣ 7♦ 2♥ --vira 7♠",
)
GAME.add(
    "accept",
    _cards(_DEALT),
    *_situation(
        position="K-th to play in the first trick: 1 is the mão; the last, unless given, deals."
    ),
    _call(),
    _file(),
    _play(),
    _caller(),
    _answers("Shares of his range that stay and raise again when you raise; 0.5,0.1."),
    option(
        "play_on",
        "Whether calls may follow the accepted one: none (unless given) or calls.",
        "none|calls",
        panel=DECISION,
        complete=one_of(["none", "calls"]),
    ),
    _equity(),
    *_solver(),
    text="Whether to run, accept or raise.",
    example="accept 3♠ K♦ 5♣ --vira 4♥ --call truco --players 4 --position 4 --score 9-8",
    run=decide,
)
GAME.add(
    "call",
    _cards(_DEALT),
    *_situation(),
    _file(),
    _play(),
    _answers("Shares of their hands that stay and raise; 0.5,0.1."),
    _equity(),
    *_solver(),
    text="Whether to call now.",
    example="call 3♠ K♦ 5♣ --vira 4♥",
    run=decide,
)
GAME.add(
    "onze",
    _cards(_DEALT),
    *_situation("played", "stake"),
    _file(),
    _play(),
    _equity(),
    *_solver(),
    text="Whether to play or run at mão de onze, under rules with that choice.",
    example="onze 3♠ K♦ 5♣ --vira 4♥ --score 11-8 --rules online",
    run=decide,
)
GAME.add(
    "cut",
    _cards("The card seen in the cut.", "CARD"),
    *_situation(
        *("vira", "partner", "seen", "played", "stake"),
        position="K-th to play in the first trick; only he who sits left of the dealer cuts.",
    ),
    _file(),
    _play(),
    _equity(),
    text="Whether to keep, give or leave the card seen in the cut.",
    example="cut 3♠ --players 4",
)
GAME.add(
    "simulate",
    *_situation("vira", "position", "partner", "seen", "played", "stake", "score"),
    _play(),
    _profile("How both sides call and answer, or FIRST/DEALER; without it nobody calls."),
    text="How whole hands between policies end; --play FIRST/DEALER for the two sides.",
    example="simulate --deals 1000000 --play expert/greedy --players 4",
    run=GAME.ask_of_all,
)
GAME.add(
    "match",
    *_situation(
        *("vira", "position", "partner", "seen", "played", "stake"),
        score="Points so far: only this score is told; all of them unless given.",
    ),
    _play(),
    _profile("How both sides call and answer, or OURS/THEIRS; normal unless given."),
    text="Chance to win the match from every score.",
    example="match --players 4 --score 9-8",
    run=GAME.ask_of_all,
)
GAME.add(
    "solve",
    option("vira", "The card turned up, or its rank.", "CARD", panel=SITUATION),
    option(
        "score",
        "The mão's points and the dealer's; the answer is then the chance to win the match.",
        "US-THEM",
        panel=SITUATION,
    ),
    switch("match", "Solve every score of the match; hours, resumed when stopped.", SITUATION),
    *_solver_work(),
    text="What the hand of two players with all its calls is worth to the mão, or the match.",
    example="solve --vira 4",
    run=solve,
    work=("threads", "scheduler"),
)
GAME.add(
    "exploit",
    option(
        "against",
        "The way of playing: greedy, random, expert, optimal or the .npz file of a table, "
        "nobody calling; with a profile, greedy+normal; a profile alone; or solved.",
        "POLICY+PROFILE",
        panel=DECISION,
        complete=one_of([*(word for word in POLICIES if word != "open"), "solved"]),
    ),
    option("vira", "The card turned up, or its rank; all unless given.", "CARD", panel=SITUATION),
    text="How much the best answer wins from a way of playing, and what it does differently.",
    example="exploit --against greedy+normal",
    run=exploit,
    work=(),
)
GAME.add(
    "advise",
    _cards(_DEALT),
    *_situation("partner", "seen"),
    option("call", "A call to answer.", "|".join(CALLS), panel=SITUATION, complete=one_of(CALLS)),
    _file(),
    *_solver_work(),
    text="What a solution of the two-player hand does here: how often, and what it is worth.",
    example='advise 3♠ K♦ 5♣ --vira 4♥ --played "3♠ truco"',
    run=advise,
    work=(),
)
GAME.add(
    "table",
    argument("name", f"Which table: {', '.join(TABLES)}.", "NAME", complete=one_of(TABLES)),
    *_situation("partner", "seen", "played", "stake", "score", position="Only this position."),
    _play(),
    _answers("For the table calls: shares of hands that stay and raise; 0.5,0.1."),
    text="Tables: what hands, manilhas, tricks, positions, calls and scores are worth.",
    example="table hands --vira 4 --play expert --out hands.csv",
    run=GAME.table,
)
GAME.add(
    "chart",
    argument("name", f"Which chart: {', '.join(CHARTS)}.", "NAME", complete=one_of(CHARTS)),
    _cards(f"For the chart accept. {_DEALT}", "[CARDS]..."),
    *_situation(),
    _call(),
    _file(),
    _play(),
    _caller(),
    _answers("Shares of hands that stay and raise again when they are called; 0.5,0.1."),
    _profile("For the chart match: how both sides call and answer; normal unless given."),
    _equity(),
    text="Charts of tables and decisions, as a file ending in .png, .svg or .pdf.",
    example="chart accept A♠ K♦ 2♣ --vira 4♥ --call truco --out accept.png",
    run=GAME.chart,
    out="chart",
)
GAME.add_book(
    "The strategy book: one page that answers truco before the first card, for the phone."
)
