"""Pictures of positions and games."""

import json
import re
import subprocess
import xml.dom.minidom

import pytest

import skirmish
from conftest import GAMES, random_game
from skirmish import Game, Position


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_those_of_the_program(name, program):
    for position in list(random_game(name, 2))[:8]:
        svg = position.svg(size=300, flipped=True, dark=True)
        words = ["position", name, "--position", position.text, "--svg", "--size", "300", "--flipped", "--dark"]
        assert subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout == svg + "\n"
        xml.dom.minidom.parseString(svg)
        assert position._repr_svg_().startswith("<svg ")


def test_arrows_marks_and_the_last_move_are_drawn():
    position = Position.start("hiya").play("A3B4")
    plain = position.svg()
    for options in ({"last": "A3B4"}, {"arrows": ["C3B4", "G3G4"]}, {"marked": ["b4"]}):
        assert position.svg(**options) != plain
    assert position.svg(last="accept") == plain


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_a_page_of_its_own(name):
    game = Game(name, south='<b>"Ann"</b>', north="</script>")
    for position in list(random_game(name, 4))[1:30]:
        game.push(next(m for m in game.legal_moves if game.position.play(m) == position))
    page = game._repr_html_()
    assert page.startswith("<div ") and page.count('"') == 8 and page.endswith("</iframe></div>")
    # What is left where the notebook is not trusted.
    assert "trust this notebook" in re.sub("<iframe.*</iframe>", "", page, flags=re.S)
    inner = re.search('srcdoc="([^"]*)"', page).group(1).replace("&quot;", '"').replace("&amp;", "&")
    assert "http" not in inner.replace("http://www.w3.org/2000/svg", "") and "{{" not in inner
    assert "&lt;b&gt;" in inner and "<b>" not in inner and inner.count("</script>") == 2
    data = json.loads(re.search(r'id="data">(.*?)</script>', inner, re.S).group(1))
    assert len(data["states"]) == len(game) + 1
    for state, position in zip(data["states"], game.positions):
        board = [token for token in state["board"]]
        rows = position.text.split(" ")[0].replace("/", "")
        assert "".join(board) == rows
    assert len(page) < 200_000
