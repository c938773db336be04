"""Set up once, then play, test or check: `python3 tools/run.py play`.

Makes `.venv` beside this folder and installs the project into it, editable, with what the command needs. A stamp in
`.venv` remembers what was installed; while that still fits, a command starts at once and needs no network.

Only the standard library is used, and nothing newer than Python 3.7 before the version is checked, so that an older
Python gets a sentence and not a traceback.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
FIRST_STORY = "evil-power-master"

COULD_NOT_RUN = 2
INTERRUPTED = 130

EXTRAS = {"play": "", "test": "test", "check": "dev"}
"""What each command needs beyond the product itself: an extra of `pyproject.toml`. Each holds the ones before it."""

TAKES_VALUE = {"--at", "--seed", "--players", "--transcript", "--save-dir", "--width"}
"""Options of `play` whose next argument is no story."""
NAMES_STORY = {"--load", "--replay", "--help", "-h"}
"""Options of `play` with which no story need be named."""

USAGE = f"""\
usage: python3 tools/run.py COMMAND

  play [STORY] [OPTIONS]         play a story; without one, {FIRST_STORY}
  test [--full] [PYTEST ARGS]    run the tests; --full runs everything, at full size
  check                          formatting, lint, types, import direction, doctests, documentation

The first run makes .venv and needs a network; later runs do not."""


class SetupError(Exception):
    """The set-up cannot go on; the message says why and what to do."""


def main(argv: list[str]) -> int:
    """Run one command; the exit status is the command's own, or 2 where it could not be started."""
    if sys.version_info[:2] < OLDEST:
        say("storyengine needs Python {}.{} or newer; this is Python {}.{}".format(*OLDEST, *sys.version_info[:2]))
        return COULD_NOT_RUN
    if argv[:1] in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if not argv or argv[0] not in EXTRAS:
        if argv:
            say(f"no command `{argv[0]}`")
        say(USAGE)
        return COULD_NOT_RUN
    command, arguments = argv[0], argv[1:]
    if command == "check" and arguments:
        say(f"check takes no arguments, got `{' '.join(arguments)}`")
        return COULD_NOT_RUN
    try:
        python = set_up(ROOT, EXTRAS[command])
        if command == "play":
            # -P: stories are played from any folder, and what lies there is no module
            return run([python, "-P", "-m", "storyengine", "play", *with_story(arguments)])
        if command == "test":
            return run([python, "-m", "pytest", *sharing(arguments), *arguments], cwd=ROOT)
        return check(python)
    except SetupError as problem:
        say(str(problem))
        return COULD_NOT_RUN
    except KeyboardInterrupt:
        say("\ninterrupted")
        return INTERRUPTED


def say(message: str) -> None:
    """Narrate, on stderr, so that stdout holds only what the command prints."""
    print(message, file=sys.stderr, flush=True)


def sharing(arguments: list[str]) -> list[str]:
    """Return the options that let several processes share the tests, unless somebody chose otherwise."""
    chosen = any(argument.startswith(("-n", "--pdb", "-s")) or argument == "-p" for argument in arguments)
    return [] if chosen else ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]


def with_story(arguments: list[str]) -> list[str]:
    """The arguments of `play`, with the first story put in where none is named."""
    rest = iter(arguments)
    for argument in rest:
        if argument.split("=")[0] in NAMES_STORY or not argument.startswith("-"):
            return arguments
        if argument in TAKES_VALUE:
            next(rest, None)
    return [FIRST_STORY, *arguments]


# Running


def run(command: list[str | Path], cwd: Path | None = None) -> int:
    """Run a command on this terminal and return its exit status.

    Ctrl-C reaches the command too, and what it means there is for the command to say: we only wait.
    """
    process = subprocess.Popen(command, cwd=cwd)
    while True:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            continue
        # killed by a signal: what a shell would report, and 130 for Ctrl-C
        return 128 - status if status < 0 else status


def check(python: Path) -> int:
    """Run every step, whatever the ones before it said; 1 if any failed."""
    lint_imports = python.with_name("lint-imports" + python.suffix)
    steps: list[tuple[str, list[str | Path]]] = [
        ("formatting", [python, "-m", "ruff", "format", "--check", "."]),
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("import direction", [lint_imports, "--no-logo"]),
        ("doctests", [python, "-m", "pytest", "-q", "--doctest-modules", "storyengine"]),
        ("documentation", [python, "-m", "pytest", "-q", "tests/test_docs.py"]),
    ]
    failed = 0
    for name, command in steps:
        started = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        took = time.monotonic() - started
        print(f"{'failed' if done.returncode else 'ok':<6}  {name} ({took:.1f} s)", flush=True)
        if done.returncode:
            failed += 1
            print(done.stdout.decode(errors="replace").rstrip(), flush=True)
    print(f"{failed} of {len(steps)} checks failed" if failed else f"all {len(steps)} checks passed")
    return 1 if failed else 0


# Setting up


def set_up(root: Path, extra: str) -> Path:
    """Make `.venv` fit for a command and return its Python; does nothing where the stamp says that it fits.

    An unfinished set-up leaves its mark, and the next run starts afresh. A `.venv` without stamp or mark is somebody's
    own: it is used as it is, if it works.

    Args:
        root: the repository.
        extra: what is needed, a value of `EXTRAS`.

    Raises:
        SetupError: Python lacks a module, the installation failed, or `.venv` cannot be written.
    """
    venv = root / ".venv"
    stamp, unfinished = venv / "storyengine.json", venv / "storyengine.unfinished"
    python = interpreter(venv)
    ranks = list(EXTRAS.values())

    wanted, found = fingerprint(root), read_stamp(stamp)
    installed = found.pop("extra", "")
    if found == wanted and ranks.index(installed) >= ranks.index(extra) and python.exists() and not unfinished.exists():
        return python

    moved = bool(found) and any(found[key] != wanted[key] for key in ("folder", "python"))
    afresh = moved or unfinished.exists() or not works(python)
    if not afresh:
        # what a bigger command needed before stays installed
        extra = max(extra, installed, key=ranks.index)
    try:
        if afresh:
            make_venv(venv, unfinished)
        unfinished.touch()
        say("installing what storyengine needs into .venv (this takes a minute, once)")
        try:
            install(python, root, extra)
        except SetupError:
            if not afresh:
                # pip fetches everything before it changes anything: what worked before still does
                unfinished.unlink()
            raise
        stamp.write_text(json.dumps({**wanted, "extra": extra}), encoding="utf-8")
        unfinished.unlink()
    except OSError as problem:
        raise SetupError(f"cannot write .venv: {problem}") from problem
    return python


def interpreter(venv: Path) -> Path:
    """The Python of a virtual environment, on this system."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def fingerprint(root: Path) -> dict[str, str]:
    """All that the installed packages depend on, and the folder, whose path they hold."""
    import tomllib  # not at the top: it came with Python 3.11

    tables = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project = tables["project"]
    named = ("dependencies", "optional-dependencies", "requires-python", "scripts")
    parts = [tables["build-system"], *(project.get(name) for name in named)]
    return {
        "folder": str(root),
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "packages": hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest(),
    }


def read_stamp(stamp: Path) -> dict[str, str]:
    """What the last finished set-up wrote; nothing where there was none, or the file is damaged."""
    try:
        found = json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    whole = isinstance(found, dict) and set(found) == {"folder", "python", "packages", "extra"}
    return found if whole and found["extra"] in EXTRAS.values() else {}


def works(python: Path) -> bool:
    """Whether a Python starts, is the version that runs now, and has pip."""
    question = f"import pip, sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
    try:
        return subprocess.run([python, "-c", question], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_venv(venv: Path, unfinished: Path) -> None:
    """Make an empty virtual environment in place of whatever stands there.

    Raises:
        SetupError: Python comes without what that needs.
    """
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        raise SetupError(
            "this Python cannot make a virtual environment: its modules venv and ensurepip are not installed\n"
            "on Debian or Ubuntu: apt install python3-venv"
        )
    say("making .venv")
    if venv.is_symlink():
        venv.unlink()
    elif venv.exists():
        shutil.rmtree(venv)
    venv.mkdir()
    unfinished.touch()
    # the Python under a virtual environment that we may have been started from, which may be the one just removed
    base = getattr(sys, "_base_executable", "") or sys.executable
    made = subprocess.run([base, "-m", "venv", venv], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if made.returncode:
        raise SetupError("could not make .venv\n" + gist(made.stdout))


def install(python: Path, root: Path, extra: str) -> None:
    """Install the project, editable, with an extra.

    Raises:
        SetupError: pip could not, and the message says what it said.
    """
    target = f"{root}[{extra}]" if extra else str(root)
    pip: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    done = subprocess.run([*pip, "--editable", target], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise SetupError(
            "could not install what storyengine needs; the first run of a command needs a network\n"
            "pip said:\n" + gist(done.stdout)
        )


def gist(printed: bytes, count: int = 5) -> str:
    """The lines of a failed program's output that name an error, or else its last ones; indented."""
    lines = [line.strip() for line in printed.decode(errors="replace").splitlines() if line.strip()]
    errors = list(dict.fromkeys(line for line in lines if line.startswith("ERROR:")))
    return "\n".join("  " + line for line in (errors or lines)[-count:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
