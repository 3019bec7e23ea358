"""Mutations of Python source: find what can be mutated in a file, and apply a mutation."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

_OPPOSITE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Lt: ast.LtE, ast.LtE: ast.Lt,
    ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
_EMPTY: dict[type, str] = {ast.Set: "set()", ast.List: "[]", ast.Tuple: "()"}


class Mutation(NamedTuple):
    """A mutation: the bytes ``start`` to ``end`` of a source become ``after``."""

    kind: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def apply(self, source: str) -> str:
        """The source with the mutation applied."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


def mutations(source: str) -> list[Mutation]:
    """All mutations of a source, in the order of the source.

    Conditions are negated, comparisons are changed (``<`` into ``<=``), ``and`` and ``or`` are
    swapped or lose an operand, statements are dropped, results become None, constants change, and
    collections of constants and word lists are emptied. Docstrings, annotations, imports, error
    and log messages, and code for type checkers are left alone.
    """
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in _worth_breaking(ast.parse(source)):
        for part, kind, after in _breaks(node):
            start = starts[part.lineno - 1] + part.col_offset
            end = starts[(part.end_lineno or part.lineno) - 1] + (part.end_col_offset or 0)
            before = source.encode()[start:end].decode()
            found.append(Mutation(kind, part.lineno, start, end, before, after))
    return sorted(set(found), key=lambda m: (m.start, m.end, m.kind, m.after))


def _worth_breaking(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node, except for those that no test could check."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert, ast.JoinedStr)):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring
        if isinstance(child, ast.Expr) and ast.unparse(child.value).startswith("logger."):
            continue
        if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) in ("__all__", "logger"):
            continue
        if isinstance(node, (ast.AnnAssign, ast.arg)) and child is node.annotation:
            continue
        if isinstance(node, ast.FunctionDef) and (
            child is node.returns or child in node.decorator_list
        ):
            continue
        if isinstance(node, ast.ClassDef) and child in (*node.bases, *node.decorator_list):
            continue
        if hasattr(child, "lineno"):
            yield child
        yield from _worth_breaking(child)


def _breaks(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """The part that is mutated, the kind of mutation, and its replacement."""
    for test in _conditions(node):
        yield test, "condition", f"(not ({ast.unparse(test)}))"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE:
        turned = copy.deepcopy(node)
        turned.ops = [_OPPOSITE[type(node.ops[0])]()]
        yield node, "comparison", f"({ast.unparse(turned)})"
    elif isinstance(node, ast.BoolOp):
        exchanged = copy.deepcopy(node)
        exchanged.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, "and, or", f"({ast.unparse(exchanged)})"
        for index in range(len(node.values)):
            less = copy.deepcopy(node)
            del less.values[index]
            rest = less.values[0] if len(less.values) == 1 else less
            yield node, "operand dropped", f"({ast.unparse(rest)})"
    elif isinstance(node, ast.Constant):
        for after in _other(node.value):
            yield node, "constant", after
    elif isinstance(node, (ast.Set, ast.List, ast.Tuple)) and _constants(node.elts):
        yield node, "emptied", _EMPTY[type(node)]
    elif ast.unparse(node).startswith(("word_list(", "LISTS.")) and isinstance(
        node, ast.Call | ast.Attribute
    ):
        yield node, "emptied", "frozenset()"
    elif isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
        yield node, "result", "return None"
    elif _droppable(node):
        yield node, "statement dropped", "pass"


def _conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        return [node.test]
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return [test for each in node.generators for test in each.ifs]
    return []


def _droppable(node: ast.AST) -> TypeGuard[ast.stmt]:
    """Whether all later names are still bound without a statement."""
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Call, ast.YieldFrom))
    return isinstance(node, (ast.AugAssign, ast.Continue, ast.Break))


def _other(value: object) -> list[str]:
    if isinstance(value, bool):
        return [str(not value)]
    if isinstance(value, int):
        return [str(value + 1)]
    return [repr(f"{value}#")] if isinstance(value, str) else []


def _constants(values: list[ast.expr]) -> bool:
    return bool(values) and all(isinstance(v, ast.Constant) for v in values)
