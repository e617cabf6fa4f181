"""Memory of a running process, for the benchmarks that want it flat."""

import pathlib
import time


def resident(pid):
    """Memory of a process in MB; 0 if it has just ended."""
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def watch(process, every):
    """Its memory now and then until it ends, in MB."""
    samples = []
    while process.poll() is None:
        samples.append(resident(process.pid))
        time.sleep(every)
    return [sample for sample in samples if sample]


def growth(samples, share):
    """The most of the first share of the samples, the most of all, and whether that is flat: a few per cent and 4 MB more."""
    early = max(samples[: max(1, int(len(samples) * share))], default=0.0)
    most = max(samples, default=0.0)
    return early, most, most <= 1.1 * early + 4
