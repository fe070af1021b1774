"""``truco boricua``: one command for each question."""

from __future__ import annotations

from analyzer.cli.game import Game, questions
from analyzer.cli.options import (
    DECISION,
    SITUATION,
    Parameter,
    argument,
    one_of,
    option,
    parted_by,
    rule_options,
)

PROFILES = ("normal", "tight", "loose", "bluffer", "random")
POLICIES = ("expert", "greedy", "random", "open")
CALLS = ("truco", "seis", "nueve", "juego")
TABLES = ("ligas", "flor", "envite", "hands", "positions")
CHARTS = ("ligas", "envite", "flor", "hands", "match")

_OPTIONS = ("mano_a_ley=true", "mano_a_ley=false", "signals=true", "signals=false", "ladder=")
_KEYWORDS = frozenset({"play", "caller", "answers", "equity", "flor_send", "profile"})

app = questions()


@app.callback()
def boricua() -> None:
    """Answer questions about Truco de 22 cartas, as it is played in Puerto Rico.

    Cards are a rank 4 5 6 7 3 or 1 and the letter of a suit E B O C (espada, basto, oro, copa),
    parted by blanks or commas; the only aces are 1E and 1B.
    """


def _players() -> Parameter:
    return option("players", "2 or 4; 2 unless given.", "N", panel=SITUATION, complete=one_of("24"))


def _position() -> Parameter:
    text = "K-th to play in the first trick; 1 is mano, the last one deals."
    return option("position", text, "K", panel=SITUATION, complete=one_of("1234"))


def _situation(*left_out: str, **texts: str) -> list[Parameter]:
    """Return the options of a situation; some questions put another text to some."""
    every = {
        "partner": ("Cards of the partner, seen or signalled.", "CARDS"),
        "seen": ("Cards otherwise known to be out of play.", "CARDS"),
        "played": ('What was played so far: "3O truco ok 7C / 1E".', "TEXT"),
        "stake": ("What the hand is worth, when it does not follow from --played.", "N"),
        "score": ("Granos so far; answers are then chances to win the match.", "US-THEM"),
        "situation": (
            "The situation as JSON, - for standard input; options beside it are put over it.",
            "FILE",
        ),
    }
    told = [
        option(name, texts.get(name, text), metavar, panel=SITUATION)
        for name, (text, metavar) in every.items()
        if name not in left_out
    ]
    return [_position(), *told]


def _score() -> Parameter:
    text = "Granos so far: only this score is told; all of them unless given."
    return option("score", text, "US-THEM", panel=SITUATION)


def _flores(
    sent: str = "Positions of those whose flor was sent before your side decides, or none.",
) -> list[Parameter]:
    announced = "Positions of those who have announced a flor, such as 2 4; yours is added."
    return [
        option("announced", announced, "POSITIONS", panel=SITUATION),
        option("sent", sent, "POSITIONS", panel=SITUATION),
    ]


def _caller() -> Parameter:
    return option(
        "caller",
        "Who calls: tight, normal (unless given), loose, bluffer, random, or "
        "calls=SHARE,bluffs=SHARE.",
        "PROFILE",
        panel=DECISION,
        complete=one_of(PROFILES),
    )


def _answers(text: str) -> Parameter:
    return option("answers", text, "ACCEPT,RERAISE", panel=DECISION)


def _profile() -> Parameter:
    text = "How both sides call and answer, or OURS/THEIRS; normal unless given."
    return option("profile", text, "PROFILE", panel=DECISION, complete=one_of(PROFILES))


def _equity() -> Parameter:
    text = "Which table of match equities: normal."
    return option("equity", text, "NAME", panel=DECISION, complete=one_of(["normal"]))


def _play(roles: str) -> Parameter:
    text = f"How cards are played: expert (unless given), greedy, random, open; {roles}."
    return option("play", text, "POLICY", panel=DECISION, complete=parted_by("/", POLICIES, most=3))


_RULES = rule_options("traditional", one_of(["traditional"]), one_of(_OPTIONS))

GAME = Game("boricua", app, _RULES, _KEYWORDS)

_DEALT = argument(
    "hand", "The three cards you were dealt, also those played since.", "CARDS...", many=True
)

GAME.add(
    "hand",
    _DEALT,
    *_situation(score="Granos so far; the answer stays the chance to win the tricks."),
    _play("mine/theirs or mine/partner/theirs"),
    _players(),
    text="Liga and flor, the chances of the best liga and of the tricks, and the card to play.",
    example="hand 7E 6E 3O --players 4 --position 2",
)
GAME.add(
    "envite",
    _DEALT,
    *_situation("played", "stake"),
    option("played", 'What was said so far: "paso envite revoque".', "TEXT", panel=SITUATION),
    option(
        "call",
        "The call to answer; without it, whether to open.",
        "envite|revoque|revoque2|...",
        panel=SITUATION,
        complete=one_of(["envite", "revoque", "revoque2", "revoque3"]),
    ),
    *_flores(),
    _play("only with a score"),
    _caller(),
    _answers("Shares of their hands that accept and revoke when you open or revoke; 0.5,0.1."),
    _equity(),
    _players(),
    text="Whether to open an envite or to pass; whether to run from one, accept or revoke.",
    example="envite 7E 6E 3O --position 2 --call envite",
)
GAME.add(
    "flor",
    _DEALT,
    *_situation("played", "stake"),
    *_flores(),
    _play("only with a score"),
    option(
        "flor_send",
        "They send a flor of at least this total; any unless given.",
        "T",
        panel=DECISION,
    ),
    _equity(),
    _players(),
    text="Whether to send a flor or to keep silent.",
    example="flor 5C 6C 7C --position 2 --sent 1",
)
GAME.add(
    "accept",
    _DEALT,
    *_situation(),
    option(
        "call",
        "The call to answer; juego needs a score.",
        "|".join(CALLS),
        panel=SITUATION,
        complete=one_of(CALLS),
    ),
    *_flores("Positions of those whose flor was sent, or none."),
    _play("mine/theirs or mine/partner/theirs"),
    _caller(),
    _answers("Shares of his range that stay and raise again when you raise; 0.5,0.1."),
    _equity(),
    _players(),
    text="Whether to run, accept or raise.",
    example="accept 7E 3O 5C --call truco --score 27-25",
)
GAME.add(
    "simulate",
    _play("FIRST/DEALER for the two sides"),
    option(
        "profile",
        "How both sides call and answer, in the envite too; without it only cards are played.",
        "PROFILE",
        panel=DECISION,
        complete=one_of(PROFILES),
    ),
    _players(),
    text="How whole hands between policies end: their tricks, or with a profile all phases.",
    example="simulate --players 4 --deals 1000000 --play expert/greedy",
    run=GAME.ask_of_all,
)
GAME.add(
    "match",
    _score(),
    _play("OURS/THEIRS for the two sides"),
    _profile(),
    _players(),
    text="Chance to win the match from every score, and of a bolo.",
    example="match --players 4 --score 24-27",
    run=GAME.ask_of_all,
)
GAME.add(
    "table",
    argument("name", f"Which table: {', '.join(TABLES)}.", "NAME", complete=one_of(TABLES)),
    _position(),
    option(
        "play",
        "Only this way of playing; expert, greedy, random and open unless given.",
        "POLICY",
        panel=DECISION,
        complete=parted_by("/", POLICIES, most=3),
    ),
    _players(),
    text="Tables: what ligas, flores, hands and positions are worth.",
    example="table ligas --players 4 --out ligas.csv",
    run=GAME.table,
)
GAME.add(
    "chart",
    argument("name", f"Which chart: {', '.join(CHARTS)}.", "NAME", complete=one_of(CHARTS)),
    _position(),
    _play("OURS/THEIRS for match"),
    _profile(),
    _players(),
    text="Charts of tables and scores, as a file ending in .png, .svg or .pdf.",
    example="chart ligas --out ligas.png",
    run=GAME.chart,
    out="chart",
)
GAME.add_book("The strategy book: one page for envite, flor and truco before the first card.")
