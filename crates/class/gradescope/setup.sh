#!/usr/bin/env bash
# Gradescope runs this once, as root, to build its image.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
. "$root/source/settings.sh"
export DEBIAN_FRONTEND=noninteractive
if [ -n "$INSTALL" ]; then
    apt-get update
    # The names are words.
    # shellcheck disable=SC2086
    apt-get install -y --no-install-recommends $INSTALL
fi
id student >/dev/null 2>&1 || useradd --create-home --shell /bin/bash student
chmod 755 "$root/source/skirmish"
# The student's program runs as another user, who must not read how it is graded.
chmod 700 "$root/source"
