from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.core.cards import Deck
from analyzer.core.errors import CardError, MissingError
from analyzer.paulista.cards import (
    DECK,
    MANILHA_NAMES,
    CardReader,
    card_name,
    deck_cards,
    manilhas,
    strength_of_cards,
    strengths,
)
from analyzer.paulista.rules import Rules

TRADITIONAL = Rules()
LIMPO = Rules.read("limpo")
MINEIRO = Rules.read("mineiro")
SPANISH = Deck(("2", "4", "7", "10", "11", "12", "1", "9"), ("O", "C", "E", "B"))
TWENTY_TWO = Deck(("4", "5", "6", "7", "3", "1"), ("E", "B", "O", "C"), absent=2)


def card(text: str) -> int:
    return DECK.parse(text, "test")


def test_a_card_is_four_times_its_rank_plus_its_suit() -> None:
    assert [card(text) for text in ("4♦", "4♠", "4♥", "4♣", "5♦", "3♣")] == [0, 1, 2, 3, 4, 39]
    assert (DECK.rank(card("K♥")), DECK.suit(card("K♥"))) == (6, 2)


@given(st.integers(0, 39), st.booleans(), st.booleans(), st.sampled_from(["", "\ufe0f", "\ufe0e"]))
def test_a_printed_card_reads_back(number: int, ascii: bool, lower: bool, selector: str) -> None:
    text = DECK.name(number, ascii=ascii) + selector
    assert DECK.parse(text.lower() if lower else text.upper(), "test") == number


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("10♦", "Q♦"),
        ("10o", "Q♦"),
        ("QO", "Q♦"),
        ("11e", "J♠"),
        ("12C", "K♥"),
        ("1b", "A♣"),
        ("1P", "A♣"),
        ("3h", "3♥"),
        ("3s", "3♠"),
        ("3d", "3♦"),
        ("A♡", "A♥"),
        ("7♥️", "7♥"),
    ],
)
def test_other_spellings(text: str, same: str) -> None:
    assert card_name(card(text)) == same


@pytest.mark.parametrize(
    "text", ["", "8♠", "1♦♦", "♠", "4", "10", "♠4", "4x", "4♠♠", "3 ♠ 4", "0♦", "٤♠", "\ufe0f"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(CardError, match=r"^hand, card 1: .*a rank 4 5 6 7 Q J K A 2 3 and a suit"):
        DECK.parse(text, "hand, card 1")


def test_ascii_names_are_ascii() -> None:
    assert DECK.names(map(card, ["4♣", "K♥", "A♠", "3♦"]), ascii=True) == "4p Kc Ae 3o"


def test_many_cards_are_parted_by_blanks_or_commas() -> None:
    expected = (card("4♣"), card("5♦"), card("Q♠"))
    for text in ("4♣ 5♦ Q♠", "4p,5o,10e", " 4♣ ,\t5♦\nQ♠ ,", ["4♣", "5♦", "Q♠"]):
        assert DECK.parse_many(text, "hand") == expected
    with pytest.raises(CardError, match=r"^hand, card 2: 8♦: "):
        DECK.parse_many("4♣ 8♦", "hand")


def test_the_deck_serves_the_spanish_games() -> None:
    assert SPANISH.names(SPANISH.parse_many("9O 12c 1E 7B", "hand")) == "9O 12C 1E 7B"
    assert len(SPANISH) == 32
    with pytest.raises(CardError, match=r"a rank 2 4 7 10 11 12 1 9 and a suit O C E B$"):
        SPANISH.parse("3O", "hand")


def test_cards_may_be_numbered_suit_by_suit() -> None:
    deck = Deck(SPANISH.ranks, SPANISH.suits, by_suit=True)
    cards = [deck.card(rank, suit) for suit in range(4) for rank in range(8)]
    assert cards == list(range(32))
    for card in cards:
        assert deck.card(deck.rank(card), deck.suit(card)) == card
        assert deck.parse(deck.name(card), "hand") == card
    assert deck.names([0, 7, 8, 31]) == "2O 9O 2C 9B"


@pytest.mark.parametrize(
    ("vira", "rank"),
    [("4", "5"), ("5", "6"), ("6", "7"), ("7", "Q"), ("Q", "J")]
    + [("J", "K"), ("K", "A"), ("A", "2"), ("2", "3"), ("3", "4")],
)
def test_the_rank_above_the_vira_is_manilha(vira: str, rank: str) -> None:
    for suit in DECK.suits:
        found = manilhas(TRADITIONAL, card(vira + suit))
        assert DECK.names(found) == f"{rank}♦ {rank}♠ {rank}♥ {rank}♣"


def test_above_the_three_comes_the_queen_of_the_limpo_deck() -> None:
    assert DECK.names(manilhas(LIMPO, card("3♠"))) == "Q♦ Q♠ Q♥ Q♣"
    assert DECK.names(manilhas(LIMPO, card("2♠"))) == "3♦ 3♠ 3♥ 3♣"
    assert len(deck_cards(LIMPO)) == 24
    assert DECK.names(deck_cards(LIMPO)[:4]) == "Q♦ Q♠ Q♥ Q♣"
    with pytest.raises(CardError, match=r"^vira: 7♠: a card of the limpo deck, ranks Q J K A 2 3"):
        manilhas(LIMPO, card("7♠"))


@given(st.integers(0, 39))
def test_strengths_order_the_deck(vira: int) -> None:
    table = strengths(TRADITIONAL, vira)
    assert table.shape == (40,)
    assert table.dtype == np.int8
    assert table[vira] == -1
    others = [number for number in range(40) if number != vira]
    for number in others:
        is_manilha = DECK.rank(number) == (DECK.rank(vira) + 1) % 10
        expected = 10 + DECK.suit(number) if is_manilha else DECK.rank(number)
        assert table[number] == expected


def test_strengths_of_fixed_manilhas() -> None:
    table = strength_of_cards(MINEIRO, None)
    order = ["7♦", "A♠", "7♥", "4♣"]
    assert [table[card(text)] for text in order] == [10, 11, 12, 13]
    assert [table[card(text)] for text in ("4♦", "7♠", "A♥", "3♣")] == [0, 3, 7, 9]
    assert -1 not in table


def test_strengths_of_the_limpo_deck() -> None:
    table = strength_of_cards(LIMPO, card("3♦"))
    assert sorted(set(table)) == [-1, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    assert table.count(-1) == 17


def test_the_vira_must_fit_the_rules() -> None:
    with pytest.raises(CardError, match=r"^vira: 4♥: none: with fixed manilhas"):
        strengths(MINEIRO, card("4♥"))
    with pytest.raises(MissingError, match=r"^missing --vira: the card turned up"):
        strengths(TRADITIONAL, None)


def test_manilhas_by_name() -> None:
    reader = CardReader(TRADITIONAL)
    with pytest.raises(CardError, match=r"^hand: zap: rank and suit, because no vira is known"):
        reader.read("zap", "hand")
    reader.know_manilhas(card("4♥"))
    assert DECK.names(reader.read_many(MANILHA_NAMES, "hand")) == "5♦ 5♠ 5♥ 5♣"
    assert DECK.names(reader.read_many("Pica-Fumo ZAP", "hand")) == "5♦ 5♣"
    reader = CardReader(MINEIRO)
    reader.know_manilhas(None)
    assert DECK.names(reader.read_many("zap copeta", "hand")) == "4♣ 7♥"


def test_a_card_outside_the_limpo_deck() -> None:
    with pytest.raises(CardError, match=r"^hand, card 2: 7♠: a card of the limpo deck"):
        CardReader(LIMPO).read_many("K♠ 7♠", "hand")


@pytest.mark.parametrize("text", ["3c Kh", "Kh 3c", "3C 3♠ 2d", "2s,3c"])
def test_c_with_english_letters_is_ambiguous(text: str) -> None:
    with pytest.raises(CardError, match=r"copas or clubs"):
        CardReader(TRADITIONAL).read_many(text, "hand")


def test_c_is_refused_over_several_fields() -> None:
    reader = CardReader(TRADITIONAL)
    reader.read_many("3c 4c Kp", "hand")
    with pytest.raises(CardError, match=r"^vira: 4h: not c together"):
        reader.read("4h", "vira")


@pytest.mark.parametrize("text", ["3c 3p 3e 3o 3b 3♥", "3h 3s 3d 3♣ 3p 3e 3o"])
def test_letters_that_agree(text: str) -> None:
    assert len(CardReader(TRADITIONAL).read_many(text, "hand")) == len(text.split())


@given(st.text(max_size=8))
def test_any_text_is_a_card_or_a_short_error(text: str) -> None:
    reader = CardReader(TRADITIONAL)
    reader.know_manilhas(0)
    try:
        number = reader.read(text, "hand")
    except CardError as error:
        message = str(error)
        assert "\n" not in message
        assert len(message) < 200
    else:
        assert number in range(40)


def test_a_deck_may_leave_out_its_last_cards() -> None:
    assert len(TWENTY_TWO) == 22
    assert TWENTY_TWO.parse_many("4E 1B", "test") == (0, 21)
    for text in ("1O", "1c"):
        with pytest.raises(CardError, match=f"^hand: {text}: .* and a suit E B O C, but no 1O 1C$"):
            TWENTY_TWO.parse(text, "hand")
    with pytest.raises(CardError, match=r"a suit O C E B$"):
        SPANISH.parse("1P", "hand")
