"""The rules that hold between the packages, read from their source and from fresh processes."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
MAY_IMPORT: Final = {
    "retrieval": set[str](),
    "nodes": {"retrieval"},
    "graphs": {"retrieval", "nodes"},
    "server": {"retrieval", "nodes", "graphs"},
    "evals": {"retrieval", "nodes", "graphs"},
}
"""The one direction: retrieval <- nodes <- graphs <- server and evals, which are side by side."""

DOORS: Final = {"server/commands/eval.py": "evals.measures"}
"""Where one of two that are side by side leads into the other: from one command, by one import."""

HEAVY: Final = ("langgraph", "langchain_core", "chromadb", "onnxruntime", "numpy", "openai", "mcp")


class Module(NamedTuple):
    """A source file of a package, parsed."""

    name: str
    path: str
    tree: ast.Module

    @property
    def package(self) -> str:
        return self.name.split(".")[0]


def _module(file: Path) -> Module:
    path = file.relative_to(ROOT)
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    return Module(name, path.as_posix(), ast.parse(file.read_text(encoding="utf-8")))


MODULES: Final = [
    _module(file) for package in MAY_IMPORT for file in sorted((ROOT / package).rglob("*.py"))
]
each_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.path)


def imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the full name of each module that is imported anywhere, in functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: relative import"
            yield node.module or "", node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            name = node.args[0]
            assert isinstance(name, ast.Constant), f"line {node.lineno}: import of a computed name"
            yield str(name.value), node.lineno


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_the_packages_are_those_of_the_project() -> None:
    found = {init.parent.name for init in ROOT.glob("*/__init__.py")} - {"tests"}
    assert found == MAY_IMPORT.keys()
    assert {module.package for module in MODULES} == MAY_IMPORT.keys()


@each_module
def test_imports_go_one_way(module: Module) -> None:
    allowed = MAY_IMPORT[module.package] | {module.package}
    others = {*MAY_IMPORT, "tests", "scripts"} - allowed
    found = [(name, line) for name, line in imports(module.tree) if name.split(".")[0] in others]
    if module.path in DOORS:
        door = DOORS[module.path]
        assert [name for name, _ in found] == [door, f"{door}.evaluation"]
        found = []
    wrong = [f"{name}, line {line}" for name, line in found]
    assert wrong == []


@each_module
def test_only_the_store_imports_chroma(module: Module) -> None:
    chroma = [
        n for n, _ in imports(module.tree) if n.split(".")[0] in ("chromadb", "langchain_chroma")
    ]
    assert bool(chroma) == (module.path == "retrieval/store.py")


@each_module
def test_langgraph_is_not_known_to_retrieval(module: Module) -> None:
    if module.package == "retrieval":
        assert not [n for n, _ in imports(module.tree) if n.split(".")[0] == "langgraph"]


@each_module
def test_nodes_know_no_graph_and_do_no_routing(module: Module) -> None:
    if module.package == "nodes":
        names = {n for n, _ in imports(module.tree)}
        assert not {n for n in names if n.startswith(("langgraph.graph", "langgraph.types"))}


def environment_reads(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that read a variable of the environment, or import what does."""
    readers = {"environ", "environb", "getenv"}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if name in readers:
                yield node.lineno
            case ast.ImportFrom(module="os", names=names) if {a.name for a in names} & readers:
                yield node.lineno
            case ast.Name(id="BaseSettings") | ast.Call(func=ast.Name(id="Settings"), keywords=[]):
                yield node.lineno
            case _:
                pass


@each_module
def test_only_the_settings_read_the_environment(module: Module) -> None:
    if module.path == "retrieval/settings.py":
        assert list(environment_reads(module.tree))
    else:
        assert list(environment_reads(module.tree)) == []


def prints(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that write to stdout or stderr."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"):
                yield node.lineno
            case ast.Name(id="print") | ast.Call(func=ast.Name(id="Console" | "echo" | "secho")):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="Console" | "echo" | "secho")):
                yield node.lineno
            case _:
                pass


def script_mains(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the `main` of a module that can be run as a script."""
    runs = any(
        isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in tree.body
    )
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [n for n in tree.body if isinstance(n, functions) and n.name == "main" and runs]


@each_module
def test_only_the_printing_module_and_the_main_of_a_script_print(module: Module) -> None:
    if module.path == "server/printing.py":
        assert list(prints(module.tree))
        return
    allowed = {line for main in script_mains(module.tree) for line in prints(main)}
    assert [line for line in prints(module.tree) if line not in allowed] == []


def fresh(code: str, *arguments: str, **variables: str) -> object:
    """Run code in a new process; return what it prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


IMPORT_ALL = """
import importlib, json, os, sys

root, *names = sys.argv[1:]
data = tuple(os.path.join(root, *part) for part in (
    ("retrieval", "data"), ("nodes", "judging", "weights.json"), ("evals", "datasets")
)) + (os.environ["MCP_FACT_CHECK_DATA_DIR"],)
found, current = [], ""

def watch(event, arguments):
    if event == "open" and str(arguments[0]).startswith(data):
        found.append([current, event, str(arguments[0])])
    elif event in ("subprocess.Popen", "socket.connect"):
        found.append([current, event, ""])
    elif event == "os.mkdir" and str(arguments[0]).startswith(data):
        found.append([current, event, str(arguments[0])])

class Watched(type(os.environ)):
    def __getitem__(self, key):
        if key.startswith(("MCP_FACT_CHECK_", "OPENAI_")):
            found.append([current, "environment", key])
        return super().__getitem__(key)

os.environ.__class__ = Watched
sys.addaudithook(watch)
for current in names:
    importlib.import_module(current)
    sys.stdout.flush()
after = len(found)
current = "the test itself"
os.environ["MCP_FACT_CHECK_JUDGE"]
open(os.path.join(data[0], "catalogue", "tools.jsonl")).close()
print(json.dumps([found[:after], found[after:]]))
"""


def test_importing_a_module_reads_no_data_no_settings_and_starts_nothing(tmp_path: Path) -> None:
    names = [module.name for module in MODULES if not module.name.endswith("__main__")]
    result = fresh(
        IMPORT_ALL,
        str(ROOT),
        *names,
        MCP_FACT_CHECK_DATA_DIR=str(tmp_path / "data"),
        MCP_FACT_CHECK_JUDGE="local",
        OPENAI_API_KEY="a key",
    )
    assert isinstance(result, list)
    at_import, control = result
    assert at_import == []
    assert [event for _, event, _ in control] == ["environment", "open"], "the watch is blind"


def test_importing_all_modules_prints_nothing() -> None:
    names = ", ".join(module.name for module in MODULES if not module.name.endswith("__main__"))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import {names}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


LOADED = """
import importlib, json, sys
name, *heavy = sys.argv[1:]
importlib.import_module(name)
print(json.dumps([module for module in heavy if module in sys.modules]))
"""


@pytest.mark.parametrize(
    ("module", "allowed"), [("server.app", ["mcp"]), ("server.cli", []), ("retrieval.index", [])]
)
def test_a_start_does_not_wait_for_what_only_answers_need(module: str, allowed: list[str]) -> None:
    assert fresh(LOADED, module, *HEAVY) == allowed


def test_the_heavy_libraries_are_seen_where_they_are_imported() -> None:
    assert fresh(LOADED, "graphs.quick_claim", "langgraph", "langchain_core") == [
        "langgraph",
        "langchain_core",
    ]
