"""Python as on a system that is not Unix, once this folder is on the path of modules.

Our own modules do not get what only Unix has, and what Windows does otherwise is done as there.
Other people's code is left alone: it asks which system it is on. This lets a test on Linux find
code of ours that would fail on Windows; it does not take the place of a run there.
"""

import builtins
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

NOT_ON_WINDOWS = (
    *("crypt", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"),
)
MISSING = {
    "os": {
        *("chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid"),
        *("getloadavg", "getpgid", "getuid", "killpg", "lchown", "mkfifo", "nice", "openpty"),
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "sched_getaffinity"),
        *("setpgid", "setsid", "setuid", "statvfs", "sysconf", "ttyname", "uname", "wait3"),
    },
    "select": {"poll", "epoll", "kqueue"},
    "signal": {
        *("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pause", "pthread_kill"),
        *("setitimer", "sigwait"),
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair"},
    "time": {"tzset"},
}

_import = builtins.__import__


class _Less(ModuleType):
    """A module of which a part is missing."""

    def __init__(self, whole: ModuleType, missing: set[str]) -> None:
        super().__init__(whole.__name__)
        self._whole, self._missing = whole, missing

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} here")
        return getattr(self._whole, name)


class _OnlySockets(_Less):
    """The module ``select``, which on Windows waits for nothing but sockets."""

    def select(self, *waits: Any) -> Any:
        for descriptors in waits[:3]:
            for one in descriptors:
                number = one if isinstance(one, int) else one.fileno()
                if not stat.S_ISSOCK(os.fstat(number).st_mode):
                    raise OSError(10038, "this is not a socket")
        return self._whole.select(*waits)


_kinds = {name: _OnlySockets if name == "select" else _Less for name in MISSING}
_less: dict[str, ModuleType] = {}


def _import_without_unix(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> ModuleType:
    caller = globals or {}
    names = (caller.get("__name__"), getattr(caller.get("__spec__"), "name", None))
    ours = any(str(named).startswith("palago.") for named in names)
    if ours and level == 0 and name in NOT_ON_WINDOWS:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    found = _import(name, globals, locals, fromlist, level)
    if ours and level == 0 and name in MISSING:
        if name not in _less:
            _less[name] = _kinds[name](sys.modules[name], MISSING[name])
        return _less[name]
    return found


builtins.__import__ = _import_without_unix
