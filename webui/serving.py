"""Starting the server: where it listens, what it prints, how it stops."""

from __future__ import annotations

import argparse
import gc
import logging
import signal
import socket
import ssl
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask

from ..calibration.profiles import data_folder
from ..engine.whole_file import why_not_opened
from .app import close_app, create_app, services_of
from .carried_files import sample_photo
from .errors import BadInput
from .games.palago.threats import prepare_threats
from .games.titles import MadeTitle
from .server.access import is_name_of_this_machine, may_try
from .server.addresses import address_on_the_network, addresses, behind_proxy, in_url, welcome
from .server.configuration import Configuration
from .server.connections import MOST_CONNECTIONS, MOST_HEADER_BYTES, Doors, Server
from .server.keys import LEAST_PIN_CHARACTERS, MOST_PIN_CHARACTERS, is_key, new_key, plain_pin
from .server.listening import USUAL_PORT, dashboard_at, listener_on
from .server.tls import EncryptedOnly, server_context
from .services import Services
from .store.files.whole_files import write_whole
from .texts import DEFAULT_LANGUAGE
from .watching.intake import enter_photo
from .workers.worker import SECONDS_TO_COMPILE, Busy, JobRefused

#: Each open stream holds a thread; the rest answer requests and wait for readings.
THREADS_BESIDE_STREAMS = 40
SECONDS_TO_HANG_UP = 2.0
#: The setting that says that the sample was shown, and how its table is begun.
SAMPLE_SHOWN = "sample_shown"
_SAMPLE = {
    "kind": "analysis",
    **MadeTitle("page.sample_table").begins(DEFAULT_LANGUAGE),
    "options": {},
}
#: What stands for every address of this machine.
EVERYWHERE = ("0.0.0.0", "::")


def serve(args: argparse.Namespace, open_with: Callable[[Flask], str] | None = None) -> int:
    """Serve the dashboard until it is stopped. Raises BadInput. ``open_with`` prepares something on
    the running dashboard and names the page that shows it."""
    configuration = configured(args)
    photo = _photo_bytes(args.photo)
    here = "localhost" if args.host in EVERYWHERE else args.host
    try:
        with ExitStack() as until_it_serves:
            listener = until_it_serves.enter_context(listener_on(args.host, args.port))
            app = create_app(configuration)
            context = _context(app, args) if args.https else None
            until_it_serves.pop_all()
    except OSError as error:
        raise BadInput(f"{configuration.data} cannot be used: {error.strerror}") from None
    except BadInput as refused:
        asks_for_more = photo is not None or open_with is not None
        port = getattr(refused, "port", None) or args.port
        if not args.browser or asks_for_more or not (runs := dashboard_at(here, port)):
            raise
        print(f"Palago runs already, at {runs}: see the browser")
        webbrowser.open(runs)
        return 0
    running = start(app, configuration, listener, context)
    try:
        if photo is not None and not args.quiet:
            print(f"reading {args.photo} …", flush=True)  # slow machines take half a minute
        path = "/" if photo is None else _opened_with(app, args.photo, photo)
        if open_with is not None:
            path = open_with(app)
        elif photo is None and not args.quiet:
            threading.Thread(target=show_sample, args=(app,), name="sample", daemon=True).start()
        say = addresses if args.quiet else welcome
        scheme, port = "https" if args.https else "http", listener.getsockname()[1]
        if args.port is None and port != USUAL_PORT:
            print(f"palago: port {USUAL_PORT} is taken, so this is {port}", file=sys.stderr)
        print(say(configuration, here, port, scheme, path), flush=True)
        if args.browser:
            webbrowser.open(f"{scheme}://{in_url(here)}:{port}{path}")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        while running.thread.is_alive():
            running.thread.join(timeout=0.5)  # on Windows Ctrl-C is heard only in between
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        running.stop()
    return 0


@dataclass
class Running:
    """A dashboard that serves, and how to end it."""

    app: Flask
    thread: threading.Thread
    server: Any

    def stop(self) -> None:
        """End streams, requests and processes; what was answered is sent first."""
        close_app(self.app)
        self._hang_up()
        self.server.close()
        self.thread.join(timeout=5)

    def _hang_up(self) -> None:
        """Close the connections, which browsers hold open for their next request; those on which
        something is being answered after that, or after a while."""
        begun = time.monotonic()
        while (channels := self.server.channels) and (
            passed := time.monotonic() - begun
        ) < 2 * SECONDS_TO_HANG_UP:
            for channel in channels:
                channel.will_close |= channel.waits or passed > SECONDS_TO_HANG_UP
            self.server.pull_trigger()
            time.sleep(0.02)


def start(
    app: Flask,
    configuration: Configuration,
    listener: socket.socket,
    context: ssl.SSLContext | None = None,
) -> Running:
    """Serve an application in a thread, encrypted where a context is given."""
    _warm_up(app)
    wsgi: Any = app if configuration.proxy is None else behind_proxy(app, configuration.proxy)
    if context is not None:
        wsgi = EncryptedOnly(wsgi)
    server = server_of(wsgi, Doors(configuration, _may_send_much(app), context), listener)
    thread = threading.Thread(target=server.run, name="server", daemon=True)
    thread.start()
    services_of(app).folder.served_on(listener.getsockname()[1])
    return Running(app, thread, server)


def _may_send_much(app: Flask) -> Callable[[str, str, dict[str, str], str, str], bool]:
    """Whether who sends a request has shown something that gives a right to. Asked before the body
    is taken; whether it is the right key is found out after."""
    parts = services_of(app)

    def may(method: str, path: str, headers: dict[str, str], address: str, scheme: str) -> bool:
        environ = {f"HTTP_{name}": value for name, value in headers.items()}
        environ |= {"REQUEST_METHOD": method, "PATH_INFO": path, "REMOTE_ADDR": address}
        environ["wsgi.url_scheme"] = scheme
        return may_try(parts, app.request_class(environ))

    return may


def _context(app: Flask, args: argparse.Namespace) -> ssl.SSLContext:
    """The encryption, prepared once the folder is held: of two first starts one waits in vain."""
    there = services_of(app).configuration.address
    named = {"localhost", "127.0.0.1", socket.gethostname(), *args.hostname, there or "localhost"}
    try:
        return server_context(services_of(app).configuration.data, named)
    except BaseException:
        close_app(app)
        raise


def _warm_up(app: Flask) -> None:
    """Load what the first photo and the first analysis would otherwise wait for."""
    parts = services_of(app)
    parts.readers.warm_up(parts.configuration.reader)
    parts.learner.look()

    def analyse() -> None:
        _compile_aside(parts)
        prepare_threats()
        gc.collect()
        gc.freeze()  # what is loaded now stays: looking through it would make a touch wait
        parts.live.publish_everywhere("refresh", {})

    threading.Thread(target=analyse, name="warm-up", daemon=True).start()


def _compile_aside(parts: Services) -> None:
    """On a new machine, compile in a process apart: here it would make every page wait."""
    from ..engine.kernel.jit import CACHE_FOLDER, COMPILED_BEFORE

    if not COMPILED_BEFORE and CACHE_FOLDER is not None:
        with suppress(Busy, JobRefused):
            parts.thinkers.run("palago.engine.compiled:compile_all", {}, seconds=SECONDS_TO_COMPILE)


def configured(args: argparse.Namespace) -> Configuration:
    """The configuration that the command line asks for. Raises BadInput."""
    _check_rights(args)
    data = Path(args.data).expanduser() if args.data else data_folder()
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the folder {data} cannot be used: {error.strerror}") from None
    return Configuration(
        data=data,
        database=args.database,
        pin=args.pin,
        pin_to_view=args.pin_to_view,
        key=None if args.pin or args.open else _key(args.key_file),
        open_to_all=args.open,
        hosts=tuple(name.lower() for name in args.hostname),
        address=_address_for_others(args.host),
        scheduler=args.scheduler,
        photos=None if args.photos is None else Path(args.photos).expanduser(),
        proxy=args.proxy,
    )


def _check_rights(args: argparse.Namespace) -> None:
    if args.pin is not None:
        length = len(plain_pin(args.pin))
        if not LEAST_PIN_CHARACTERS <= length <= MOST_PIN_CHARACTERS:
            raise BadInput(
                f"a PIN has {LEAST_PIN_CHARACTERS} to {MOST_PIN_CHARACTERS} digits or letters, "
                f"this one has {length}: choose another"
            )
    if args.pin_to_view and args.pin is None:
        raise BadInput("--pin-to-view needs a PIN: add --pin")
    if args.open and (args.pin is not None or args.key_file is not None):
        raise BadInput("--open asks for no key and no PIN: leave one of them out")
    if args.pin is not None and args.key_file is not None:
        raise BadInput("with --pin there is no key: leave --pin or --key-file out")


def _key(file: str | None) -> str:
    """The key that a file holds: a new one where the file is still to be made, or none is named.
    Raises BadInput."""
    if file is None:
        return new_key()
    path = Path(file).expanduser()
    try:
        if not path.exists():
            write_whole(path, f"{new_key()}\n".encode(), private=True)
        known = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise BadInput(f"the key file {file} cannot be used: {why}") from None
    if not is_key(known):
        raise BadInput(f"{file} holds no key: delete it, and a new one is put there")
    return known


def _address_for_others(host: str) -> str | None:
    if host in EVERYWHERE:
        return address_on_the_network()
    return None if is_name_of_this_machine(host) else host


def _photo_bytes(name: str | None) -> bytes | None:
    if name is None:
        return None
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(why_not_opened(name, error)) from None


def server_of(wsgi: Any, doors: Doors, listener: socket.socket) -> Server:
    """A production server on a socket that listens already; ``run`` serves until it is closed.
    ``wsgi`` is the application, or what stands before it."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return Server(
        wsgi,
        doors=doors,
        _sock=listener,
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
        bind_socket=False,
        sockets=[listener],
        threads=doors.configuration.most_streams + THREADS_BESIDE_STREAMS,
        connection_limit=2 * MOST_CONNECTIONS,  # counted by ourselves
        channel_timeout=75,
        cleanup_interval=1,
        max_request_header_size=MOST_HEADER_BYTES,
        ident=None,
        # Who is spoken for by a proxy must not be taken for this machine.
        clear_untrusted_proxy_headers=False,
        asyncore_use_poll=True,
    )


def show_sample(app: Any) -> None:
    """Lay a sample table on a dashboard that has never shown anything; what fails is left out."""
    parts, photo = services_of(app), sample_photo()
    if photo is None or parts.events.settings().get(SAMPLE_SHOWN):
        return
    with suppress(Exception):  # a newcomer's first page must come whatever happens here
        if not (parts.events.games(most=1) or parts.events.games(deleted=True, most=1)):
            enter_photo(parts, parts.desk.start(_SAMPLE), photo.read_bytes())
        parts.events.change_setting(SAMPLE_SHOWN, True)


def _opened_with(app: Any, name: str, photo: bytes) -> str:
    parts = services_of(app)
    title = "".join(c for c in Path(name).stem if c.isprintable())[:120]
    game = parts.desk.start({"kind": "analysis", "title": title})
    try:
        enter_photo(parts, game, photo)
    except (JobRefused, Busy) as error:
        raise BadInput(f"{name}: {error}") from None
    return f"/games/{game}"
