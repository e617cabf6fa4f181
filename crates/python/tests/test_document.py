"""The examples of docs/PYTHON.md and of the package's README run, in their order."""

import ast
import re

import pytest

import skirmish
from conftest import ROOT
from test_courses import alpha_beta_cutoff_search


def examples(page):
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("page", ["docs/PYTHON.md", "crates/python/README.md"])
def test_the_examples_of_the_document_run(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    # A hand-in begins to play only when it is run.
    names = {"__name__": "document", "alpha_beta_cutoff_search": alpha_beta_cutoff_search}
    found = examples(ROOT / page)
    assert found
    for example in found:
        exec(compile(example, page, "exec"), names)
    printed = capsys.readouterr().out
    if page == "docs/PYTHON.md":
        assert len(found) >= 6 and str(skirmish.Position.start("hiya")) in printed
        assert (tmp_path / "board.svg").read_text().startswith("<svg ") and " of 20 games" in printed


def test_what_the_document_says_an_expression_is():
    """`expression  # value`, where the value is written as Python writes it; `…` stands for the rest."""
    position, compared = skirmish.Position.start("hiya"), 0
    for line in "\n".join(examples(ROOT / "docs/PYTHON.md")).splitlines():
        if line.startswith("position = position.play"):
            exec(line, {}, names := {"position": position})
            position = names["position"]
        said = re.fullmatch(r"(position\.\w+)\s+# (['(].*)", line)
        if said:
            value = repr(eval(said[1], {"position": position}))
            compared += 1
            assert value.startswith(said[2].split("…")[0]) and ("…" in said[2] or value == said[2]), line
    assert compared >= 2


def test_everything_that_is_exported_is_documented():
    text = (ROOT / "docs/PYTHON.md").read_text(encoding="utf-8")
    types = {"Analysis", "Clock", "Effect", "GameInfo", "Line", "MatchResult", "Outcome", "__version__"}
    for name in set(skirmish.__all__) - types:
        assert name in text, name
    stub = ast.parse((ROOT / "crates/python/python/skirmish/_native.pyi").read_text(encoding="utf-8"))
    for cls in (node for node in stub.body if isinstance(node, ast.ClassDef) and node.name in ("Position", "Game", "Engine")):
        for node in cls.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                assert re.search(rf"\b{node.name}\b", text), f"{cls.name}.{node.name}"
