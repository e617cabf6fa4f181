"""Memory of a running process, for benches that check that it does not grow."""

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
    """Samples of its memory in MB until it ends."""
    samples = []
    while process.poll() is None:
        samples.append(resident(process.pid))
        time.sleep(every)
    return [sample for sample in samples if sample]


def growth(samples, share):
    """The maximum of the first share of the samples, the overall maximum, and whether it is flat: at most a few per cent and 4 MB more."""
    early = max(samples[: max(1, int(len(samples) * share))], default=0.0)
    most = max(samples, default=0.0)
    return early, most, most <= 1.1 * early + 4
