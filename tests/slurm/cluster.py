# SPDX-License-Identifier: Apache-2.0
"""A Slurm of one node on this machine, in a directory of its own: munge, controller and node daemon as processes of this one,
on ports of their own and under the user who calls it. Nothing of it is left when the block ends, however it ends."""

import contextlib
import ctypes
import getpass
import os
import pathlib
import signal
import socket
import subprocess
import time

SLURM_CONF = """ClusterName=gantry
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket={directory}/munge.socket,cred_expire=5
StateSaveLocation={directory}/state
SlurmdSpoolDir={directory}/spool
SlurmctldPidFile={directory}/slurmctld.pid
SlurmdPidFile={directory}/slurmd.pid
SlurmctldLogFile={directory}/slurmctld.log
SlurmdLogFile={directory}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=5
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=10
KillWait=2
MinJobAge=600
MaxArraySize={most_tasks}
CommunicationParameters=NoAddrCache
NodeName={host} NodeAddr=127.0.0.1 Port={node_port} CPUs={processors} RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LIBC = ctypes.CDLL(None)


def die_with_parent():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def parents():
    """Of every process that runs."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError):
            text = pathlib.Path("/proc", entry, "stat").read_text(encoding="utf-8", errors="replace")
            state, parent = text[text.rindex(")") + 2:].split()[:2]
            if state != "Z":
                found[int(entry)] = int(parent)
    return found


def below(*roots):
    """Processes below these. A process whose parent is gone comes back to this one, which is the reaper of all it started."""
    of, found = parents(), set()
    grown = set(roots)
    while grown:
        grown = {one for one, parent in of.items() if parent in found | grown} - found - set(roots)
        found |= grown
    return found


def reap():
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0] > 0:
            pass


class Cluster:
    def __init__(self, directory, processors=2, most_tasks=1001):
        self.directory = directory
        self.daemons = []
        self.environment = dict(os.environ, SLURM_CONF=str(directory / "slurm.conf"))
        host = socket.gethostname().split(".")[0]
        settings = {"host": host, "user": getpass.getuser(), "directory": directory, "controller_port": free_port(),
                    "node_port": free_port(), "processors": processors, "most_tasks": most_tasks}
        for folder in ("state", "spool"):
            (directory / folder).mkdir(parents=True, exist_ok=True)
        (directory / "slurm.conf").write_text(SLURM_CONF.format(**settings), encoding="utf-8")
        key = directory / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        directory.chmod(0o755)

    def __enter__(self):
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            folder = self.directory
            self.daemons.append(self.start("munged", "--foreground", "--force", f"--socket={folder}/munge.socket", f"--key-file={folder}/munge.key",
                       f"--pid-file={folder}/munge.pid", f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed",
                       "--num-threads=2"))
            self.wait("munge", lambda: (folder / "munge.socket").exists())
            self.daemons.append(self.start("slurmctld", "-D", "-c"))
            self.start_node()
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        """First those that would start others."""
        for seconds in (0, 0.2, 0.5, 1, 2):
            time.sleep(seconds)
            reap()
            left = below(os.getpid())
            for one in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            if not left:
                return
        print(f"still there: {sorted(below(os.getpid()))}")

    def start(self, program, *words):
        with open(self.directory / f"{program}.out", "ab") as out:
            return subprocess.Popen([f"/usr/sbin/{program}", *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=out,
                                    stderr=out, preexec_fn=die_with_parent)

    def start_node(self):
        self.node = self.start("slurmd", "-D")
        self.wait("the node", lambda: self.node_state() in ("idle", "mixed", "allocated", "completing"), self.node_state, 120)

    def node_state(self):
        return self.call("sinfo", "-h", "-o", "%T").strip()

    def lose_node(self):
        """What a node that lost its power does: its daemon and all that it started are gone at once."""
        kept = {one.pid for one in self.daemons}
        for one in below(os.getpid()) - kept - below(*kept):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.node.wait()
        reap()

    def call(self, *words):
        run = subprocess.run(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        return run.stdout if run.returncode == 0 else ""

    def wait(self, what, done, state=lambda: "", seconds=60):
        """Until it is done; if it never is, `state` says how far it came."""
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise RuntimeError(f"{what} does not come within {seconds} s: {state() or 'nothing is known of it'}; daemons/*.log tell more")
            time.sleep(0.2)
