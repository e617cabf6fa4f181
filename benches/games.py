"""The games that benches measure: those that the program lists, at a representative size."""

import json
import subprocess

# Games whose smallest board is too small to measure.
SIZES = {"oska": 6}


def names(binary):
    """The ids of the games, such as `refusal` or `oska:6`."""
    listed = subprocess.run([binary, "games", "--json"], capture_output=True, text=True, check=True).stdout
    ids = [game["id"] for game in json.loads(listed)]
    return [f"{game}:{SIZES[game]}" if game in SIZES else game for game in ids]
