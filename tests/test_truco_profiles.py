"""Profiles: their names, their shares, and what is refused."""

from __future__ import annotations

import math

import pytest

from analyzer.core.errors import PolicyError
from analyzer.truco.profiles import PROFILES, Profile, read_answers, read_profile

NAMED = {
    "tight": (0.12, 0.02),
    "normal": (0.25, 0.10),
    "loose": (0.45, 0.20),
    "bluffer": (0.25, 0.50),
    "random": (1, 0),
}


@pytest.mark.parametrize("name", NAMED)
def test_named_profiles_have_their_shares(name):
    profile = read_profile(name)
    assert (profile.calls, profile.bluffs) == NAMED[name]
    assert profile.answers == (0.5, 0.1)


def test_every_name_is_known():
    assert set(PROFILES) == set(NAMED)


@pytest.mark.parametrize("text", ["calls=0.3,bluffs=0.05", " bluffs = 0.05 , calls = 0.3 "])
def test_a_profile_is_spelled_out(text):
    profile = read_profile(text)
    assert (profile.calls, profile.bluffs) == (0.3, 0.05)
    assert profile.to_dict() == {
        "name": text.strip(),
        "calls": 0.3,
        "bluffs": 0.05,
        "answers": [0.5, 0.1],
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nervous",
        "Normal",
        "calls",
        "calls=0.2",
        "bluffs=0.2",
        "calls=0.2,calls=0.3",
        "calls=0.2,bluffs=0.1,nerve=1",
        "calls=,bluffs=0.1",
        "calls=0.2;bluffs=0.1",
        "calls=nan,bluffs=0.1",
        "calls=0.2,bluffs=inf",
        "calls=-0.1,bluffs=0.1",
        "calls=0.2,bluffs=1.01",
        "calls=a fifth,bluffs=0.1",
        "0.25,0.1",
    ],
)
def test_what_is_no_profile_is_refused_in_one_line(text):
    with pytest.raises(PolicyError) as caught:
        read_profile(text)
    assert str(caught.value).startswith("caller")
    assert "\n" not in str(caught.value)


def test_answers_are_read():
    assert read_answers("0.5,0.1") == (0.5, 0.1)
    assert read_answers(" 1 , 1 ") == (1.0, 1.0)
    assert read_answers("0,0") == (0.0, 0.0)


@pytest.mark.parametrize(
    "text", ["", "0.5", "0.5,0.1,0", "0.1,0.5", "nan,0.1", "0.5,nan", "-0.1,-0.2", "1.5,0", "a,b"]
)
def test_what_are_no_answers_is_refused(text):
    with pytest.raises(PolicyError, match=r"^answers"):
        read_answers(text)


@pytest.mark.parametrize(
    ("calls", "bluffs", "answers"),
    [
        (math.nan, 0.1, (0.5, 0.1)),
        (0.2, -1, (0.5, 0.1)),
        (True, 0.1, (0.5, 0.1)),
        ("0.2", 0.1, (0.5, 0.1)),
        (0.2, 0.1, (0.1, 0.5)),
        (0.2, 0.1, (0.5, math.nan)),
    ],
)
def test_a_profile_made_in_python_is_checked_alike(calls, bluffs, answers):
    with pytest.raises(PolicyError):
        Profile("mine", calls, bluffs, answers)


def test_answers_are_put_on_a_named_caller():
    profile = PROFILES["tight"].with_answers((0.6, 0.2))
    assert (profile.name, profile.calls) == ("tight", 0.12)
    assert (profile.accept, profile.reraise) == (0.6, 0.2)


def test_a_profile_is_what_it_does_not_what_it_is_called():
    assert read_profile("calls=0.25,bluffs=0.1") == PROFILES["normal"]
    assert read_profile("calls=0.25,bluffs=0.2") != PROFILES["normal"]


def test_shares_may_be_percentages() -> None:
    assert read_profile("calls=30%,bluffs=12.5%") == read_profile("calls=0.3,bluffs=0.125")
    assert read_answers("50%, 10 %") == read_answers("0.5,0.1")
    for text in ("130%,10%", "50%%,10%", "%,10%", "-5%,0"):
        with pytest.raises(PolicyError, match="a number from 0 to 1"):
            read_answers(text)
