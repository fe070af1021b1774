"""``truco manilla``: one command for each question."""

from __future__ import annotations

from typing import Any

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
)

POLICIES = ("expert", "random")
OPEN = "open"
TABLES = ("hands", "holdings", "kinds", "capote", "positions", "spread", "leads")
CHARTS = ("hand", "hands", "play", "capote", "match")

_SUITS = ("O", "C", "E", "B")
_OPTIONS = (
    "trump_card=shown",
    "trump_card=hidden",
    "must_undertrump=true",
    "must_undertrump=false",
    "capote_wins_juego=true",
    "capote_wins_juego=false",
    "match=pairs",
    "match=individual",
)
_KEYWORDS = frozenset({"play"})
_OPEN_KEYWORDS = frozenset({"nodes"})

app = questions()


@app.callback()
def manilla() -> None:
    """Answer questions about La Manilla.

    Cards are a rank 2 3 4 5 6 7 8 10 11 12 1 9, from the lowest to the manilla, and the letter of a
    suit O C E B (oros, copas, espadas, bastos), parted by blanks or commas.
    """


def ask_open(question: str, given: dict[str, Any]) -> None:
    """Answer a question about an open deal."""
    request = Request.of(given, _OPEN_KEYWORDS)
    from analyzer.manilla.situation import Deal

    deal = Deal.read(request.fields)
    prepare_kernels(request.manner)
    from analyzer import manilla as game

    keywords = {name: request.keywords.get(name) for name in _OPEN_KEYWORDS}
    GAME.tell(request, getattr(game, question)(deal, **keywords))


def _situation(*names: str) -> list[Parameter]:
    """Return the options of a situation, or only those with these names."""
    every = {
        "trump": ("The suit of triunfo.", "SUIT", one_of(_SUITS)),
        "shown": ("The card that the dealer turned up.", "CARD", None),
        "position": ("K-th to play in the first trick; 1 is mano, 4 deals.", "K", one_of("1234")),
        "partner": ("Cards of the partner that are known.", "CARDS", None),
        "played": ('What was played so far: "12O 1O 9O 8O / 3C".', "TEXT", None),
        "score": ("Points so far in the juego.", "US-THEM", None),
        "juegos": ("Juegos won so far.", "US-THEM", None),
        "situation": (
            "The situation as JSON, - for standard input; options beside it are put over it.",
            "FILE",
            None,
        ),
    }
    return [
        option(name, text, metavar, panel=SITUATION, complete=complete)
        for name, (text, metavar, complete) in every.items()
        if name in (names or every)
    ]


def _players() -> Parameter:
    return option("players", "4.", "N", panel=SITUATION, complete=one_of("4"))


def _play(roles: str, *, solved: bool = False) -> Parameter:
    """Return the option of who plays how; ``solved`` where ``open`` is one of the ways."""
    names = (*POLICIES, OPEN) if solved else POLICIES
    whole = f", {OPEN} (all cards face up, played perfectly by all)" if solved else ""
    text = f"How cards are played: expert (unless given), random{whole}; {roles}."
    return option("play", text, "POLICY", panel=DECISION, complete=parted_by("/", names, most=3))


def _cards() -> Parameter:
    text = "The twelve cards you were dealt, also those played since."
    return argument("hand", text, "CARDS...", many=True)


_RULES = rule_options("traditional", one_of(["traditional"]), one_of(_OPTIONS))

GAME = Game("manilla", app, _RULES, _KEYWORDS)

GAME.add(
    "hand",
    _cards(),
    *_situation(),
    _play("mine/theirs or mine/partner/theirs", solved=True),
    _players(),
    text="What a hand is worth: points of your pair, and the chance of more than 36.",
    example="hand 9O 1O 3O 9C 8C 2C 9E 1E 9B 1B 12B 2B --trump B",
)
GAME.add(
    "play",
    _cards(),
    *_situation(),
    _play("mine/theirs or mine/partner/theirs", solved=True),
    _players(),
    text="Which card to play now: the points of your pair after each of them.",
    example='play 9O 3O 9C 8C 7C 2C 9E 8E 9B 8B 3B 2B --trump B --position 3 --played "2E 3E"',
)
GAME.add(
    "simulate",
    _play("FIRST/DEALER for the two pairs", solved=True),
    _players(),
    text="How whole deals between policies end.",
    example="simulate --deals 100000 --play expert/random",
    run=GAME.ask_of_all,
)
GAME.add(
    "match",
    *_situation("score", "juegos"),
    _play("mine/theirs"),
    _players(),
    text="Chance to win the juego from every score, and the partida.",
    example="match --score 31-28 --juegos 1-0 --out match.csv",
    run=GAME.ask_of_all,
)
GAME.add(
    "table",
    argument("name", f"Which table: {', '.join(TABLES)}.", "NAME", complete=one_of(TABLES)),
    *_situation("position", "score", "juegos"),
    _play("mine/theirs or mine/partner/theirs"),
    _players(),
    text="Tables: what trumps, manillas, aces and missing suits are worth, capotes, positions.",
    example="table hands --position 1 --out hands.csv",
    run=GAME.table,
)
GAME.add(
    "chart",
    argument("name", f"Which chart: {', '.join(CHARTS)}.", "NAME", complete=one_of(CHARTS)),
    argument("hand", "For the charts hand and play: your twelve cards.", "[CARDS]...", many=True),
    *_situation(),
    _play("mine/theirs or mine/partner/theirs"),
    _players(),
    text="Charts of tables and answers, as a file ending in .png, .svg or .pdf.",
    example="chart capote --out capote.png",
    run=GAME.chart,
    out="chart",
)
GAME.add(
    "solve",
    option("deal", "Four hands in playing order parted by /, or a file.", "DEAL", panel=SITUATION),
    *_situation("trump"),
    option(
        "leader",
        "K, the hand that leads; 1 unless given.",
        "K",
        panel=SITUATION,
        complete=one_of("1234"),
    ),
    *_situation("played", "situation"),
    option("nodes", "So many cards may be played in the search.", "N", panel=WORK),
    text="One open deal or ending: what perfect play wins, after every card, and how.",
    example='solve --deal "12O 2O / 1O 3C / 9O 4C / 5O 5C" --trump B',
    run=ask_open,
    work=(),
)
GAME.add_book(
    "The strategy book: one page that says what a hand is worth at any score, for the phone."
)
