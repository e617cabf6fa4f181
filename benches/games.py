"""The games that benches measure: those that the program lists, at the size that says most about them."""

import json
import subprocess

# Games whose smallest board is too small to measure. Every other game is measured as it is listed.
SIZES = {"oska": 6}


def names(binary):
    """What each game is called on command lines, such as `refusal` or `oska:6`."""
    listed = subprocess.run([binary, "games", "--json"], capture_output=True, text=True, check=True).stdout
    ids = [game["id"] for game in json.loads(listed)]
    return [f"{game}:{SIZES[game]}" if game in SIZES else game for game in ids]
