"""The notebook of the documents runs, and shows pictures."""

import os
import shutil
import subprocess
import re

import nbformat
import pytest
from nbclient import NotebookClient

import skirmish
from conftest import ROOT


@pytest.fixture(scope="module")
def notebook():
    notebook = nbformat.read(ROOT / "docs/examples/skirmish.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the committed notebook has no outputs"
    NotebookClient(notebook, timeout=600, startup_timeout=300).execute()
    return notebook


def outputs(notebook, kind):
    return [
        output["data"][kind]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if kind in output.get("data", {})
    ]


def test_the_notebook_runs_and_shows_boards_and_a_game(notebook):
    svgs, pages = outputs(notebook, "image/svg+xml"), outputs(notebook, "text/html")
    assert len(svgs) == 3 and all(svg.startswith("<svg ") for svg in svgs)
    assert skirmish.Position.start("hiya")._repr_svg_() in svgs
    assert len(pages) == 1 and "<iframe" in pages[0]
    # A saved notebook keeps everything.
    assert pages[0] in nbformat.reads(nbformat.writes(notebook), as_version=4).cells[-4].outputs[0].data["text/html"]


def test_the_viewer_steps_through_the_game_in_a_browser(notebook, tmp_path):
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser"]
    browser = next((found for found in map(shutil.which, filter(None, names)) if found), None)
    if browser is None:
        pytest.skip("needs chromium")
    (page,) = outputs(notebook, "text/html")
    inner = re.search('srcdoc="([^"]*)"', page).group(1).replace("&quot;", '"').replace("&amp;", "&")
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '%s', bubbles: true }));"
    moves = "".join(press % key for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft"))
    file = tmp_path / "viewer.html"
    file.write_text(inner + f"<script>{moves}</script>", encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom"]
    flags.append(f"--user-data-dir={tmp_path / 'profile'}")
    words = ["timeout", "--kill-after=5", "300", browser, *flags, f"file://{file}"]
    dom = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert re.search(r'id="place">1 / \d+<', dom), dom[-2000:]
    assert dom.count('visibility="visible"') >= 2
