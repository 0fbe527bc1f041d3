"""Constants of JavaScript: what an expression is, where the source alone decides it. A computed name is judged by its
value.

It evaluates strings, numbers and arrays of them through the operators and methods that hide a name; it calls no code
and
loops over nothing but literals. None means "not known here", which callers refuse where it matters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..syntax import Syntax
from .literals import LONGEST, Constant, as_text, number, operated, signed, unescaped, unquoted
from .methods import global_call, meta, method_call, static_call
from .names import Binding, Names

DEPTH = 60  # of nested expressions that are evaluated
VALUED = frozenset(("variable_declarator", "array_pattern", "import_specifier", "import_clause"))
IMPORTING = {"import_clause", "namespace_import", "named_imports", "import_specifier"}
NAMES = {"identifier", "shorthand_property_identifier"}
# The kinds of expression that can be a constant; of these a number is one that no name is.
FOLDING = NAMES | {
    "string", "number", "template_string", "parenthesized_expression", "sequence_expression", "await_expression",
    "binary_expression", "unary_expression", "array", "member_expression", "subscript_expression", "call_expression",
    "new_expression", "assignment_expression",
}  # fmt: skip
NUMERIC = {"number", "unary_expression"}
CALLABLE = {"arrow_function", "function_expression", "function_declaration"}


class Constants:
    """Evaluates nodes of one module. `imported` answers for names that another module of the tree exports."""

    def __init__(self, path: str, names: Names, imported: Callable[[Binding], Constant | None]) -> None:
        self.path = path
        self.names = names
        self.syntax: Syntax = names.syntax
        self._imported = imported
        self._known: dict[int, Constant | None] = {}
        self._environment: dict[int, Constant | None] = {}
        self._depth = 0
        self._valued: dict[str, bool] | None = None

    def value(self, node: int) -> Constant | None:
        """The constant that an expression is."""
        if not self._environment and node in self._known:
            return self._known[node]
        if self._depth > DEPTH:
            return None
        self._depth += 1
        if not self._environment:
            self._known[node] = None  # a constant that needs itself is none
        try:
            found = self._value(node)
        except (ValueError, OverflowError, ZeroDivisionError, TypeError, IndexError):
            found = None
        finally:
            self._depth -= 1
        if isinstance(found, str | tuple) and len(found) > LONGEST:
            found = None
        if not self._environment:
            self._known[node] = found
        return found

    def possible(self, node: int) -> bool:
        """Whether an expression could be a constant, at a glance."""
        kind = self.syntax.kind(node)
        if kind in NAMES and not self._environment:
            return self.names.name(node) in self._initialised()
        return kind in FOLDING

    def possible_text(self, node: int) -> bool:
        """Whether an expression could be a constant that is no number, at a glance."""
        kind = self.syntax.kind(node)
        if kind in NAMES and not self._environment:
            return self._initialised().get(self.names.name(node), False)
        if kind == "binary_expression":
            return self._operator(node) == "+"
        return kind in FOLDING and kind not in NUMERIC

    def text(self, node: int) -> str | None:
        """The constant as the string that a property key or module name would be."""
        return as_text(self.value(node))

    def choices(self, node: int) -> list[str] | None:
        """Every string that an expression can be; None where one branch is not known."""
        found: list[str] = []
        pending = [node]
        while pending:
            node = pending.pop()
            kind = self.syntax.kind(node)
            if kind == "parenthesized_expression":
                pending += self.syntax.operands(node)[-1:]
            elif kind == "ternary_expression":
                pending += [self.syntax.child(node, "consequence"), self.syntax.child(node, "alternative")]
            elif kind == "binary_expression" and self._operator(node) in {"||", "??"}:
                left, right = self.syntax.child(node, "left"), self.syntax.child(node, "right")
                empty = self._operator(node) == "||" and self.value(left) == ""  # nobody ever gets it
                pending += [right] if empty else [left, right]
            elif (items := self._iterated(node)) is not None:
                found += items
            else:
                text = self.text(node)
                if text is None or len(found) > 100:
                    return None
                found.append(text)
        return found

    def member_choices(self, node: int, key: str) -> list[str] | None:
        """Every string that a member of an object literal can be; None where there is none or it is not known."""
        literal = self.literal(node)
        for child in self.syntax.operands(literal) if literal >= 0 else ():
            kind = self.syntax.kind(child)
            if kind == "pair" and self.key(self.syntax.child(child, "key")) == key:
                return self.choices(self.syntax.child(child, "value"))
            if kind == "shorthand_property_identifier" and self.names.name(child) == key:
                return self.choices(child)
        return None

    def _iterated(self, node: int) -> list[str] | None:
        """What a name of a `for … of` over constants can be."""
        syntax = self.syntax
        if syntax.kind(node) not in {"identifier", "shorthand_property_identifier"}:
            return None
        binding = self.names.binding(node)
        loop = syntax.parents[binding.node] if binding else -1
        if binding is None or syntax.kind(loop) != "for_in_statement" or self.names.written(binding):
            return None
        items = self.value(syntax.child(loop, "right"))
        texts = [as_text(item) for item in items] if isinstance(items, tuple) else [None]
        known = [text for text in texts if text is not None]
        return known if len(known) == len(texts) <= 100 else None

    def _value(self, node: int) -> Constant | None:
        syntax = self.syntax
        kind = syntax.kind(node)
        if kind == "string":
            return unquoted(syntax.text(node).decode("utf-8", "surrogatepass"))
        if kind == "number":
            return number(syntax.text(node).decode())
        if kind == "template_string":
            return self._template(node)
        if kind in {"parenthesized_expression", "sequence_expression", "await_expression"}:
            operands = syntax.operands(node)
            return self.value(operands[-1]) if operands else None
        if kind in {"identifier", "shorthand_property_identifier"}:
            return self._name(node)
        if kind == "binary_expression":
            return self._binary(node)
        if kind == "unary_expression":
            return self._unary(node)
        if kind == "array":
            return self._array(node)
        if kind in {"member_expression", "subscript_expression"}:
            return self._member(node)
        if kind in {"call_expression", "new_expression"}:
            return self._call(node)
        if kind == "assignment_expression":
            return self.value(syntax.child(node, "right"))
        return None

    def _template(self, node: int) -> str | None:
        syntax = self.syntax
        text = ""
        at = syntax.starts[node] + 1
        for child in syntax.children(node):
            if syntax.kind(child) != "template_substitution":
                continue
            text += unescaped(syntax.data[at : syntax.starts[child]].decode())
            operands = syntax.operands(child)
            part = self.text(operands[0]) if operands and self.possible(operands[0]) else None
            if part is None:
                return None
            text += part
            at = syntax.ends[child]
        return text + unescaped(syntax.data[at : syntax.ends[node] - 1].decode())

    def _name(self, node: int) -> Constant | None:
        if not self._environment and self.names.name(node) not in self._initialised():
            return None
        binding = self.names.binding(node)
        if binding is None:
            return None
        if binding.node in self._environment:
            return self._environment[binding.node]
        syntax = self.syntax
        parent = syntax.parents[binding.node]
        if syntax.kind(parent) == "variable_declarator" and not self.names.written(binding):
            value = syntax.child(parent, "value")
            return self.value(value) if value >= 0 else None
        if syntax.kind(parent) in {"import_specifier", "import_clause"}:
            return self._imported(binding)
        if syntax.kind(parent) == "array_pattern" and not self.names.written(binding):
            declarator = syntax.parents[parent]
            if syntax.kind(declarator) == "variable_declarator":
                items = self.value(syntax.child(declarator, "value"))
                place = syntax.operands(parent).index(binding.node)
                return items[place] if isinstance(items, tuple | str) else None
        return None

    def _initialised(self) -> Mapping[str, bool]:
        """Every name that the module imports or declares with what could be a constant: no other can be one. And
        whether it could be another than a number."""
        if self._valued is None:
            self._valued = {}
            syntax = self.syntax
            for node in syntax.of_kinds(VALUED):
                value = syntax.child(node, "value") if syntax.kind(node) == "variable_declarator" else -1
                kind = syntax.kind(value) if value >= 0 else "string"
                if kind not in FOLDING:
                    continue
                for child in syntax.children(node):
                    if syntax.kind(child) == "identifier":
                        name = self.names.name(child)
                        self._valued[name] = self._valued.get(name, False) or kind not in NUMERIC
        return self._valued

    def _operator(self, node: int) -> str:
        return self.syntax.text(self.syntax.child(node, "operator")).decode()

    def _binary(self, node: int) -> Constant | None:
        rights: list[tuple[str, int]] = []
        while self.syntax.kind(node) == "binary_expression":  # a long sum leans left: no recursion along it
            rights.append((self._operator(node), self.syntax.child(node, "right")))
            node = self.syntax.child(node, "left")
        if not all(self.possible(right) for _, right in rights):
            return None
        result = self.value(node)
        for operator, right in reversed(rights):
            if result is None:
                return None
            other = self.value(right)
            if other is None:
                return None
            result = operated(operator, result, other)
        return result

    def _unary(self, node: int) -> Constant | None:
        return signed(self._operator(node), self.value(self.syntax.child(node, "argument")))

    def _array(self, node: int) -> Constant | None:
        items: list[Constant | None] = []
        for child in self.syntax.operands(node):
            if self.syntax.kind(child) == "spread_element":
                spread = self.value(self.syntax.operands(child)[0])
                if not isinstance(spread, str | tuple):
                    return None
                items += list(spread)
            else:
                items.append(self.value(child))
            if len(items) > LONGEST:
                return None
        return tuple(items)

    def _member(self, node: int) -> Constant | None:
        syntax = self.syntax
        holder = syntax.child(node, "object")
        if syntax.kind(node) == "member_expression":
            key: Constant | None = self.names.name(syntax.child(node, "property"))
        else:
            key = self.value(syntax.child(node, "index"))
        if key is None:
            return None
        if syntax.text(holder) == b"import.meta":
            return meta(self.path, str(key))
        if key == "sep" and self.module(holder) == "path":
            return "/"
        literal = self.literal(holder)
        if literal >= 0:
            return self._property(literal, str(key))
        value = self.value(holder)
        if not isinstance(value, str | tuple):
            return None
        if key == "length":
            return len(value)
        index = number(key) if isinstance(key, str) else key
        return value[int(index)] if isinstance(index, int | float) and 0 <= index < len(value) else None

    def literal(self, node: int) -> int:
        """The object literal that a node is or names, or -1."""
        syntax = self.syntax
        while syntax.kind(node) == "parenthesized_expression":
            node = syntax.operands(node)[-1]
        if syntax.kind(node) == "identifier":
            binding = self.names.binding(node)
            parent = syntax.parents[binding.node] if binding else -1
            if binding and syntax.kind(parent) == "variable_declarator" and not self.names.written(binding):
                node = syntax.child(parent, "value")
        return node if node >= 0 and syntax.kind(node) == "object" else -1

    def _property(self, literal: int, key: str) -> Constant | None:
        for child in self.syntax.operands(literal):
            if self.syntax.kind(child) == "pair" and self.key(self.syntax.child(child, "key")) == key:
                return self.value(self.syntax.child(child, "value"))
        return None

    def key(self, node: int) -> str | None:
        """The property name that the key of a pair, pattern or class member is."""
        kind = self.syntax.kind(node)
        if kind == "computed_property_name":
            return self.text(self.syntax.operands(node)[0])
        if kind in {"string", "number"}:
            return self.text(node)
        return self.names.name(node)

    def _call(self, node: int) -> Constant | None:
        syntax = self.syntax
        callee = syntax.child(node, "function")
        if callee < 0:
            callee = syntax.child(node, "constructor")
        while syntax.kind(callee) == "parenthesized_expression":
            callee = syntax.operands(callee)[-1]
        listed = syntax.child(node, "arguments")
        nodes = syntax.operands(listed) if listed >= 0 and syntax.kind(listed) == "arguments" else []
        if listed >= 0 and syntax.kind(listed) == "template_string":
            raw = syntax.text(listed).decode()[1:-1]
            return raw if syntax.text(callee) == b"String.raw" and "${" not in raw else None
        body = self._body(callee)
        if body is not None:
            return self._applied(*body, [self.value(n) for n in nodes])
        kind = syntax.kind(callee)
        if kind == "identifier":
            return global_call(self.names.name(callee), self._arguments(nodes))
        if kind not in {"member_expression", "subscript_expression"}:
            return None
        method = (
            self.names.name(syntax.child(callee, "property"))
            if kind == "member_expression"
            else self.text(syntax.child(callee, "index"))
        )
        holder = syntax.child(callee, "object")
        if method is None:
            return None
        value = self.value(holder)
        if value is None:
            return static_call(self.module(holder), method, self._arguments(nodes))
        if method in {"map", "flatMap"} and isinstance(value, tuple) and nodes:
            return self._mapped(value, nodes[0])
        if method in {"toString", "valueOf", "trim"} and isinstance(value, str):
            return value.strip() if method == "trim" else value
        return method_call(value, method, self._arguments(nodes))

    def module(self, node: int) -> str:
        """The built-in module that a name was imported from, or the expression as written."""
        syntax = self.syntax
        binding = self.names.binding(node) if syntax.kind(node) == "identifier" else None
        statement = syntax.parents[binding.node] if binding else -1
        while statement >= 0 and syntax.kind(statement) in IMPORTING:
            statement = syntax.parents[statement]
        if statement >= 0 and syntax.kind(statement) == "import_statement":
            return (self.text(syntax.child(statement, "source")) or "").removeprefix("node:").partition("/")[0]
        return syntax.text(node).decode("utf-8", "replace")

    def _arguments(self, nodes: Sequence[int]) -> list[Constant | None]:
        values: list[Constant | None] = []
        for node in nodes:
            if self.syntax.kind(node) == "spread_element":
                spread = self.value(self.syntax.operands(node)[0])
                values += list(spread) if isinstance(spread, str | tuple) else [None]
            else:
                values.append(self.value(node))
        return values

    def _body(self, node: int) -> tuple[list[int], int] | None:
        """Parameters and returned expression of a function that is nothing but a return."""
        syntax = self.syntax
        if syntax.kind(node) == "identifier":
            binding = self.names.binding(node)
            if binding is None or self.names.written(binding):
                return None
            parent = syntax.parents[binding.node]
            node = syntax.child(parent, "value") if syntax.kind(parent) == "variable_declarator" else parent
        if node < 0 or syntax.kind(node) not in CALLABLE:
            return None
        single = syntax.child(node, "parameter")
        parameters = [single] if single >= 0 else syntax.operands(syntax.child(node, "parameters"))
        body = syntax.child(node, "body")
        if syntax.kind(body) == "statement_block":
            statements = syntax.operands(body)
            if len(statements) != 1 or syntax.kind(statements[0]) != "return_statement":
                return None
            body = next(iter(syntax.operands(statements[0])), -1)
        return (parameters, body) if body >= 0 else None

    def _applied(self, parameters: list[int], body: int, arguments: list[Constant | None]) -> Constant | None:
        outer = self._environment
        self._environment = {**outer, -1: 0, **dict(zip(parameters, arguments, strict=False))}
        try:
            return self.value(body)
        finally:
            self._environment = outer

    def _mapped(self, items: tuple[Constant | None, ...], function: int) -> Constant | None:
        body = self._body(function)
        if body is not None and len(items) <= 1000:
            return tuple(self._applied(*body, [item, index]) for index, item in enumerate(items))
        if self.syntax.text(function) == b"String.fromCharCode":
            return tuple(static_call("String", "fromCharCode", [item]) for item in items)
        return None
