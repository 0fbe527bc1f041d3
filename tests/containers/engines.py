"""Engines of the tests' own, each started in namespaces of its own and gone with them: Docker in several settings, and
Podman. Nothing here touches the engine that the machine runs."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from portproof.core.errors import HarnessError
from portproof.replay.docker_engine import connect

ROOTLESS = Path(shutil.which("dockerd-rootless.sh") or "/usr/share/docker.io/contrib/dockerd-rootless.sh")
USER, FIRST_ID, IDS = 61000, 1 << 29, 1 << 16  # no account has these
# An engine brings no network to the machine: its containers have none.
QUIET = ("--bridge", "none", "--iptables=false", "--ip-forward=false", "--ip-masq=false")
SECONDS = 60


@dataclass
class Running:
    """An engine: the folder that it may write to, what a client needs in its environment, its processes."""

    folder: Path
    environment: Mapping[str, str]
    command: tuple[str, ...]
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Starts it and waits until it answers."""
        (self.folder / "pid").unlink(missing_ok=True)  # of one that was killed, when its number is another's
        shutil.rmtree(self.folder / "exec", ignore_errors=True)
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            with pytest.MonkeyPatch.context() as patch:
                for name, value in self.environment.items():
                    patch.setenv(name, value)
                try:
                    return connect(5).close()
                except HarnessError:
                    time.sleep(0.1)
        self.stop()
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8", errors="replace")[-3000:])

    @property
    def pid(self) -> int:
        """The engine itself, the first process of its pid namespace."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text(encoding="ascii").split()[0])

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        os.kill(self.pid, number)

    def stop(self) -> None:
        """Kills it, and with its pid namespace everything that it started."""
        with contextlib.suppress(OSError, IndexError):  # it ended by itself
            self.send(signal.SIGKILL)
        self.process.kill()
        self.process.wait()


@contextmanager
def folder() -> Iterator[Path]:
    """Not below /tmp, which one engine does not see, nor on a file system that cannot be the lower one of another."""
    made = Path(tempfile.mkdtemp(prefix="portproof-tests-", dir="/var/lib"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        subprocess.run(["rm", "-rf", "--one-file-system", made], check=False)


def apart(before: str, *command: str) -> tuple[str, ...]:
    """`command` in mount and pid namespaces of its own, after the shell commands `before`."""
    script = f'{before}\nexec "$@"'
    return (
        "unshare",
        "--mount",
        "--pid",
        "--fork",
        "--mount-proc",
        "--kill-child",
        "sh",
        "-ec",
        script,
        "sh",
        *command,
    )


@contextmanager
def dockerd(*options: str, before: str = "", listen: str = "", environment: Mapping[str, str] | None = None,
            place: Path | None = None) -> Iterator[Running]:  # fmt: skip
    """A Docker engine with these options; skips where none can be started."""
    if os.geteuid() != 0 or shutil.which("dockerd") is None:
        pytest.skip("only root, where dockerd is installed, can start an engine of its own")
    with folder() if place is None else nothing(place) as own:
        address = listen or f"unix://{own}/docker.sock"
        paths = ("--data-root", f"{own}/data", "--exec-root", f"{own}/exec", "--pidfile", f"{own}/pid")
        command = apart(before, "dockerd", "-H", address, *paths, *QUIET, *options)
        running = Running(own, environment or {"DOCKER_HOST": address}, command)
        running.start()
        try:
            yield running
        finally:
            running.stop()


@contextmanager
def nothing(place: Path) -> Iterator[Path]:
    """The folder as it is."""
    yield place


@contextmanager
def remote() -> Iterator[Running]:
    """An engine that is reached by TLS alone and sees nothing of the client's files: not the folder of portproof, not
    that of its Python, not the temporary one, not the home."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make certificates with")
    with folder() as own:
        authority(own)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        files = ("--tlscacert", f"{own}/ca.pem", "--tlscert", f"{own}/server.pem", "--tlskey", f"{own}/server-key.pem")
        environment = {
            "DOCKER_HOST": f"tcp://127.0.0.1:{port}",
            "DOCKER_TLS_VERIFY": "1",
            "DOCKER_CERT_PATH": str(own / "client"),
        }
        hidden = {Path(__file__).resolve().parents[2], Path(os.sys.prefix).resolve(), Path.home(), Path("/tmp")}  # type: ignore[attr-defined]
        covered = [path for path in sorted(hidden) if not any(other in path.parents for other in hidden)]
        before = "\n".join(f"mount -t tmpfs none '{path}'" for path in covered)
        with dockerd(
            "--tlsverify", *files, before=before, listen=environment["DOCKER_HOST"], environment=environment, place=own
        ) as it:
            yield it


def authority(own: Path) -> None:
    """A certificate authority, a server's certificate for 127.0.0.1, and a client's in `client`."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=own, check=True, capture_output=True)

    new = ("req", "-newkey", "rsa:2048", "-nodes")
    openssl(*new, "-x509", "-days", "2", "-subj", "/CN=tests", "-keyout", "ca-key.pem", "-out", "ca.pem")
    (own / "server.ext").write_text("subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n", encoding="ascii")
    (own / "client.ext").write_text("extendedKeyUsage=clientAuth\n", encoding="ascii")
    for name in ("server", "client"):
        openssl(*new, "-subj", f"/CN={name}", "-keyout", f"{name}-key.pem", "-out", f"{name}.csr")
        signing = ("-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial", "-days", "2")
        openssl("x509", "-req", "-in", f"{name}.csr", *signing, "-extfile", f"{name}.ext", "-out", f"{name}.pem")
    (own / "client").mkdir()
    for made, wanted in (("ca.pem", "ca.pem"), ("client.pem", "cert.pem"), ("client-key.pem", "key.pem")):
        shutil.copy(own / made, own / "client" / wanted)


@contextmanager
def remapped() -> Iterator[Running]:
    """An engine whose containers' root is no root outside."""
    with folder() as own:
        before = accounts(own, "remapped", 0)
        with dockerd("--userns-remap=remapped", before=before, place=own) as it:
            yield it


def accounts(own: Path, name: str, number: int) -> str:
    """Shell commands that give the account `name`, which no one else sees, and ids below it."""
    number = number or USER + 1
    passwd = Path("/etc/passwd").read_text(encoding="utf-8") + f"{name}:x:{number}:{number}::{own}:/bin/false\n"
    group = Path("/etc/group").read_text(encoding="utf-8") + f"{name}:x:{number}:\n"
    ids = f"{name}:{FIRST_ID}:{IDS}\n"
    for file, text in (("passwd", passwd), ("group", group), ("subuid", ids), ("subgid", ids)):
        (own / file).write_text(text, encoding="utf-8")
    names = ("passwd", "group", "subuid", "subgid")
    return "\n".join(f"touch /etc/{file}; mount --bind {own}/{file} /etc/{file}" for file in names)


@contextmanager
def rootless() -> Iterator[Running]:
    """An engine that an ordinary user runs."""
    tools = ("dockerd", "rootlesskit", "newuidmap", "slirp4netns", "setpriv")
    if os.geteuid() != 0 or not ROOTLESS.is_file() or any(shutil.which(tool) is None for tool in tools):
        pytest.skip(f"rootless Docker needs {', '.join(tools)} and {ROOTLESS}, and root to become another user")
    with folder() as own:
        os.chown(own, USER, USER)
        address = f"unix://{own}/docker.sock"
        before = accounts(own, "portproof-tests", USER) + f"\nexport HOME={own} XDG_RUNTIME_DIR={own}"
        become = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "sh", str(ROOTLESS))
        running = Running(own, {"DOCKER_HOST": address}, apart(before, *become, *QUIET))
        running.start()
        try:
            yield running
        finally:
            running.stop()


@contextmanager
def podman() -> Iterator[Running]:
    """Podman, behind the socket that speaks Docker's language."""
    if os.geteuid() != 0 or shutil.which("podman") is None:
        pytest.skip("only root, where podman is installed, can start a service of it")
    with folder() as own, service(own, "", ()) as running:
        yield running


@contextmanager
def rootless_podman() -> Iterator[Running]:
    """The same, run by an ordinary user."""
    tools = ("podman", "newuidmap", "slirp4netns", "setpriv")
    if os.geteuid() != 0 or any(shutil.which(tool) is None for tool in tools):
        pytest.skip(f"rootless Podman needs {', '.join(tools)}, and root to become another user")
    with folder() as own:
        os.chown(own, USER, USER)
        before = accounts(own, "portproof-tests", USER) + f"\nexport HOME={own} XDG_RUNTIME_DIR={own}"
        become = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups")
        with service(own, before, become) as running:
            yield running


@contextmanager
def service(own: Path, before: str, become: tuple[str, ...]) -> Iterator[Running]:
    """Podman's service after the shell commands `before`, as who `become` makes it."""
    address = f"unix://{own}/podman.sock"
    paths = ("--root", f"{own}/root", "--runroot", f"{own}/run", "--tmpdir", f"{own}/tmp")
    groups = () if Path("/run/systemd/system").is_dir() else ("--cgroup-manager=cgroupfs", "--events-backend=file")
    runtime = ("--runtime=runc",) if shutil.which("runc") else ()  # crun refuses machines with both cgroup versions
    command = (*become, "podman", *groups, *runtime, *paths, "system", "service", "--time=0", address)
    running = Running(own, {"DOCKER_HOST": address}, apart(before, *command))
    running.start()
    try:
        yield running
    finally:
        running.stop()
