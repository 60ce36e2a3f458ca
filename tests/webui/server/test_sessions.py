"""Keys, tries and sessions: what opens the door, how often one may try, and for how long."""

import json
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from palago.webui.server.keys import Keys, is_key, new_key
from palago.webui.server.sessions import LIFETIME, Sessions, device_named
from palago.webui.server.tries import TooManyTries, TriesLimiter

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def clock(at: datetime) -> Callable[[], datetime]:
    return lambda: at


def test_a_session_is_kept_hashed_and_survives_a_restart_with_the_same_key(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    token = Sessions(file, "246801").open("Firefox · Android", "192.0.2.7")
    assert token not in file.read_text() and "246801" not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = Sessions(file, "246801")
    found = again.of(token)
    assert found is not None and found.device == "Firefox · Android"
    assert again.of(token[:-1] + "x") is None and again.of("") is None


def test_ended_sessions_stay_ended(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    sessions = Sessions(file, "246801")
    tokens = [sessions.open(f"device {n}", "") for n in range(3)]
    first = sessions.of(tokens[0])
    assert first is not None and sessions.end(first.id) and not sessions.end(first.id)
    kept = sessions.of(tokens[1])
    assert kept is not None and sessions.end_all(but=kept.id) == 1
    for opened in (sessions, Sessions(file, "246801")):
        assert [opened.of(token) is None for token in tokens] == [True, False, True]


def test_ended_sessions_stay_ended_where_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "sessions.json"
    sessions = Sessions(file, "246801")
    token = sessions.open("", "")

    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("palago.webui.server.sessions.write_whole", full)
    assert sessions.end_all() == 1
    assert Sessions(file, "246801").of(token) is None
    with pytest.raises(OSError, match="No space"):
        sessions.open("", "")
    assert sessions.listed() == []


def test_a_clock_set_back_loses_no_session_and_a_month_does(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    token = Sessions(file, "246801", clock(NOW)).open("", "")
    for later in (-timedelta(hours=1), -timedelta(days=400), timedelta(days=29)):
        assert Sessions(file, "246801", clock(NOW + later)).of(token) is not None
    # Seen on day 29, it holds for a month from then on.
    assert Sessions(file, "246801", clock(NOW + timedelta(days=58))).of(token) is not None
    late = NOW + timedelta(days=58) + LIFETIME + timedelta(minutes=1)
    assert Sessions(file, "246801", clock(late)).of(token) is None


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"secret": 1, "sessions": []}', b'{"sessions": [{}]}', b"\xff"],
)
def test_a_damaged_file_of_sessions_stops_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "sessions.json"
    file.write_bytes(content)
    sessions = Sessions(file, "246801")
    assert sessions.listed() == []
    assert sessions.of(sessions.open("", "")) is not None
    assert len(json.loads(file.read_text())["sessions"]) == 1


def test_a_key_has_128_bits_and_a_url_takes_it() -> None:
    keys = {new_key() for _ in range(50)}
    assert len(keys) == 50 and all(is_key(key) and len(key) == 22 for key in keys)
    assert not is_key("") and not is_key("short") and not is_key("a b" * 20)


def test_an_invitation_is_good_once_and_a_key_often() -> None:
    keys = Keys(None, "k" * 22)
    invitation = keys.invite()
    assert [keys.admits(invitation, "192.0.2.7") for _ in range(2)] == [True, False]
    assert [keys.admits("k" * 22, "192.0.2.8") for _ in range(9)] == [True] * 9
    withdrawn = keys.invite()
    keys.withdraw()
    assert not keys.admits(withdrawn, "192.0.2.9")


def test_where_there_is_a_pin_only_invitations_are_keys() -> None:
    keys = Keys(" 246801 ", "246801")
    assert keys.opens("246801", "192.0.2.7") and keys.opens(" 246801", "192.0.2.7")
    assert not keys.admits("246801", "192.0.2.7")
    assert keys.admits(keys.invite(), "192.0.2.7")


def test_tries_are_counted_before_anything_is_compared() -> None:
    compared: list[int] = []

    def wrong() -> bool:
        compared.append(1)
        return False

    def right() -> bool:
        compared.append(1)
        return True

    limiter = TriesLimiter()
    for _ in range(5):
        assert limiter.attempt("192.0.2.7", wrong) is False
    for _ in range(5):
        with pytest.raises(TooManyTries):
            limiter.attempt("192.0.2.7", right)
    assert len(compared) == 5
    assert limiter.attempt("192.0.2.8", lambda: True) is True


def test_each_wrong_try_doubles_the_pause_and_time_forgives() -> None:
    now = [0.0]
    limiter = TriesLimiter(clock=lambda: now[0])
    pauses = []
    for _ in range(9):
        try:
            limiter.attempt("192.0.2.7", lambda: False)
        except TooManyTries as error:
            pauses.append(round(error.seconds))
            now[0] += error.seconds
            limiter.attempt("192.0.2.7", lambda: False)
    assert pauses == [12, 24, 48, 96]
    now[0] += 24 * 3600
    for _ in range(5):
        assert limiter.attempt("192.0.2.7", lambda: False) is False


def test_many_addresses_wait_together_for_what_can_be_guessed() -> None:
    now = [0.0]
    limiter = TriesLimiter(together=True, clock=lambda: now[0])
    tried = 0
    for number in range(20_000):  # every tenth of a second from another address
        now[0] += 0.1
        try:
            limiter.attempt(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", lambda: False)
            tried += 1
        except TooManyTries:
            continue
    assert tried < 30 + 2000 / 30 + 10


def test_a_household_has_all_its_ipv6_addresses_together() -> None:
    limiter = TriesLimiter()
    for number in range(5):
        limiter.attempt(f"2001:db8::{number:x}", lambda: False)
    with pytest.raises(TooManyTries):
        limiter.attempt("2001:db8::ffff", lambda: True)
    assert limiter.attempt("2001:db8:0:1::1", lambda: True)


def test_a_browser_is_named_as_people_do() -> None:
    phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537"
    assert device_named(phone) == "Chrome · Android"
    apple = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1"
    assert device_named(apple) == "Safari · iPhone"
    assert device_named("curl/8") == ""
