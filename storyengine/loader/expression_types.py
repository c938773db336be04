"""Whether numbers, flags and words are where they belong: from the grammar's tree to the model's."""

from __future__ import annotations

from storyengine.loader.expression_habits import ROLL_ELSEWHERE
from storyengine.loader.expression_names import Domain, Names, Scope, Typed, VariableSort, either
from storyengine.loader.expression_nodes import (
    ArithmeticNode,
    CallNode,
    ChainNode,
    DiceNode,
    FlagNode,
    IfElseNode,
    JoinNode,
    ListNode,
    NameNode,
    Node,
    NumberNode,
    PrefixNode,
    QuotedNode,
    RangeNode,
    ToldNode,
)
from storyengine.loader.expression_tokens import Source, Token
from storyengine.loader.near_names import near
from storyengine.model.expressions import (
    AllOf,
    AnyOf,
    Arithmetic,
    Between,
    Compare,
    Expression,
    Has,
    Holds,
    IfElse,
    IsActive,
    Kind,
    Literal,
    Negate,
    Not,
    OneOf,
    Roll,
    Visited,
    parts,
)

__all__ = ["KIND_NAMES", "Domain", "Resolver", "Scope", "Typed", "VariableSort"]

KIND_NAMES = {Kind.NUMBER: "a number", Kind.FLAG: "a flag", Kind.WORD: "a word"}
"""How messages call the sorts."""
_APART = "numbers, flags (true or false) and words are kept apart, so that a slip cannot pass for a value"


class Resolver:
    """Turns nodes into expressions. Reports what is wrong and goes on, so that one reading finds all of it."""

    def __init__(self, source: Source, scope: Scope, *, may_roll: bool) -> None:
        self.names = Names(source, scope)
        self._source = source
        self._may_roll = may_roll

    def expression(self, node: Node, domain: Domain | None = None, expect: Kind | None = None) -> Typed | None:
        """Resolve `node`.

        Args:
            node: what the grammar read.
            domain: what a bare word can be, where something beside it says so.
            expect: the sort that is needed here, if only one will do.

        Returns:
            The expression, or nothing when something in it is wrong; then that has been reported.
        """
        typed = self._resolve(node, domain)
        if typed is None or expect is None or typed.kind is expect:
            return typed
        self._wrong_sort(node, typed, expect)
        return None

    def _resolve(self, node: Node, domain: Domain | None) -> Typed | None:
        match node:
            case NumberNode(value):
                return Typed(Literal(value), Kind.NUMBER)
            case FlagNode(value):
                return Typed(Literal(value), Kind.FLAG)
            case QuotedNode():
                return self._quoted(node, domain)
            case NameNode():
                return self.names.meaning(node, domain)
            case ToldNode():
                return self.names.told(node)
            case CallNode():
                return self._call(node)
            case DiceNode():
                return self._dice(node)
            case PrefixNode():
                return self._prefix(node)
            case ArithmeticNode():
                return self._arithmetic(node)
            case ChainNode():
                return self._chain(node)
            case RangeNode():
                return self._range(node)
            case ListNode():
                return self._list(node)
            case JoinNode():
                return self._join(node)
            case IfElseNode():
                return self._if_else(node, domain)
        raise AssertionError(f"no such node: {node!r}")

    def _quoted(self, node: QuotedNode, domain: Domain | None) -> Typed | None:
        if domain is not None and domain.closed and node.word not in domain.words:
            names = near(node.word, domain.words, limit=3)
            message = f"{domain.owner} is never {self._quote(node)}"
            hint = f"did you mean {either(names)}?" if names else f"it can be {either(domain.words)}"
            mended = self._requoted(node, names[0]) if len(names) == 1 else None
            self._source.complain("wrong-sort", node.start, node.end, message, "its words are listed", hint, mended)
            return None
        return Typed(Literal(node.word), Kind.WORD, Domain(self._quote(node), (node.word,)))

    def _call(self, node: CallNode) -> Typed | None:
        names = node.arguments
        if node.function == "has":
            item = self.names.item(names[0])
            return None if item is None else Typed(Has(item), Kind.FLAG)
        if node.function == "active":
            character = self.names.character(names[0])
            return None if character is None else Typed(IsActive(character), Kind.FLAG)
        if node.function == "holds":
            character, item = self.names.character(names[0]), self.names.item(names[1])
            return None if character is None or item is None else Typed(Holds(character, item), Kind.FLAG)
        card = self.names.card(names[0])
        if card is None:
            return None
        return Typed(Visited(card), Kind.FLAG)

    def _dice(self, node: DiceNode) -> Typed | None:
        if not self._may_roll:
            message, why = "dice cannot be rolled here", "what is only asked must not change anything, and a roll would"
            self._source.complain("expression-syntax", node.start, node.end, message, why, ROLL_ELSEWHERE)
            return None
        return Typed(Roll(node.dice, node.sides), Kind.NUMBER)

    def _prefix(self, node: PrefixNode) -> Typed | None:
        operand = self.expression(node.operand, expect=Kind.FLAG if node.operator == "not" else Kind.NUMBER)
        if operand is None or node.operator == "+":
            return operand
        if node.operator == "not":
            return Typed(Not(operand.expression), Kind.FLAG)
        return Typed(Negate(operand.expression), Kind.NUMBER)

    def _arithmetic(self, node: ArithmeticNode) -> Typed | None:
        left = self.expression(node.left, expect=Kind.NUMBER)
        right = self.expression(node.right, expect=Kind.NUMBER)
        if node.operator in ("//", "%"):
            right = self.divisor(node.right, right)
        if left is None or right is None:
            return None
        return Typed(Arithmetic(node.operator, left.expression, right.expression), Kind.NUMBER)

    def divisor(self, node: Node, typed: Typed | None) -> Typed | None:
        """Return `typed`, unless it is a zero that somebody typed."""
        if typed is None or typed.expression not in (Literal(0), Negate(Literal(0))):
            return typed
        message, why = "this divides by zero", "nothing can be divided by zero"
        hint = "write another number, or a variable that cannot be 0 here"
        self._source.complain("division-by-zero", node.start, node.end, message, why, hint)
        return None

    def _chain(self, node: ChainNode) -> Typed | None:
        operands = node.operands
        beside = [None, *operands, None]
        resolved = [
            self.expression(operand, self.names.domain_of(beside[index]) or self.names.domain_of(beside[index + 2]))
            for index, operand in enumerate(operands)
        ]
        pairs: list[Expression] = []
        for index, sign in enumerate(node.operators):
            left, right = resolved[index], resolved[index + 1]
            if left is not None and right is not None and self._comparable(operands, index, sign, left, right):
                pairs.append(Compare(sign.text, left.expression, right.expression))
        for operand, typed in zip(operands[1:-1], resolved[1:-1], strict=True):
            if typed is not None and any(isinstance(part, Roll) for part in parts(typed.expression)):
                message, why = "the middle of this comparison would be rolled twice", "it is compared with both sides"
                hint = "roll into a variable first, then compare that"
                self._source.complain("expression-syntax", operand.start, operand.end, message, why, hint)
                return None
        if len(pairs) < len(node.operators):
            return None
        return Typed(pairs[0] if len(pairs) == 1 else AllOf(tuple(pairs)), Kind.FLAG)

    def _comparable(self, operands: tuple[Node, ...], index: int, sign: Token, left: Typed, right: Typed) -> bool:
        complain = self._source.complain
        beside = operands[index + 1]
        shown, other = self._quote(operands[index]), self._quote(beside)
        if not (left.sure and right.sure):
            return True
        if left.kind is not right.kind:
            message = f"{shown} is {KIND_NAMES[left.kind]}, but {other} is {KIND_NAMES[right.kind]}"
            complain("wrong-sort", beside.start, beside.end, message, _APART, self._instead_of(left, shown), None)
            return False
        if left.kind is not Kind.NUMBER and sign.text not in ("==", "!="):
            message = f"`{sign.text}` compares numbers, and {shown} is {KIND_NAMES[left.kind]}"
            why, hint = "flags and words have no order", "write `==` or `!=`"
            complain("wrong-sort", sign.start, sign.end, message, why, hint, None)
            return False
        if left.domain and right.domain and not set(left.domain.words) & set(right.domain.words):
            message = f"{shown} and {other} are never the same word"
            hint = f"{left.domain.owner} can be {either(left.domain.words)}"
            complain("wrong-sort", beside.start, beside.end, message, "they have no word in common", hint, None)
            return False
        return True

    def _range(self, node: RangeNode) -> Typed | None:
        value = self.expression(node.value, expect=Kind.NUMBER)
        ends = [None if end is None else self.expression(end, expect=Kind.NUMBER) for end in (node.low, node.high)]
        low, high = (None if end is None else end.expression for end in ends)
        if value is None or (low is None) != (node.low is None) or (high is None) != (node.high is None):
            return None
        return Typed(Between(value.expression, low, high), Kind.FLAG)

    def _list(self, node: ListNode) -> Typed | None:
        listed = next((domain for option in node.options if (domain := self.names.domain_of(option))), None)
        value = self.expression(node.value, listed)
        domain = self.names.domain_of(node.value)
        options = [self.expression(option, domain) for option in node.options]
        for option, typed in zip(node.options, options, strict=True):
            if value is None or typed is None or not (value.sure and typed.sure):
                continue
            if typed.kind is not value.kind:
                shown = self._quote(node.value)
                message = f"{shown} is {KIND_NAMES[value.kind]}, but {self._quote(option)} is {KIND_NAMES[typed.kind]}"
                hint = self._instead_of(value, shown)
                self._source.complain("wrong-sort", option.start, option.end, message, _APART, hint)
                return None
        found = [option.expression for option in options if option is not None]
        if value is None or len(found) < len(options):
            return None
        return Typed(OneOf(value.expression, tuple(found)), Kind.FLAG)

    def _join(self, node: JoinNode) -> Typed | None:
        found: list[Expression] = []
        before: Node | None = None
        for operand in node.operands:
            typed = None if self._is_another_word(operand, before) else self.expression(operand, expect=Kind.FLAG)
            if typed is not None:
                found.append(typed.expression)
            before = operand
        if len(found) < len(node.operands):
            return None
        return Typed(AllOf(tuple(found)) if node.word == "and" else AnyOf(tuple(found)), Kind.FLAG)

    def _is_another_word(self, operand: Node, before: Node | None) -> bool:
        """Report `mood == calm or wary`, which everybody writes once."""
        if not isinstance(operand, NameNode | QuotedNode) or not isinstance(before, ChainNode):
            return False
        domain = self.names.domain_of(before.operands[0])
        word = operand.name if isinstance(operand, NameNode) else operand.word
        if domain is None or word not in domain.words or word in self.names.scope.variables:
            return False
        instead = f"{self._source.text[before.operands[0].start : before.operands[0].end]} {before.operators[0].text} "
        instead += self._source.text[operand.start : operand.end]
        message, why = (
            f"{self._quote(operand)} is a word, not a question",
            "each comparison says in full what is compared",
        )
        self._source.complain("wrong-sort", operand.start, operand.end, message, why, f"write `{instead}`", instead)
        return True

    def _if_else(self, node: IfElseNode, domain: Domain | None) -> Typed | None:
        test = self.expression(node.test, expect=Kind.FLAG)
        then = self.expression(node.then, domain or self._hint(node.otherwise))
        otherwise = self.expression(node.otherwise, domain or self._hint(node.then))
        if test is None or then is None or otherwise is None:
            return None
        if then.kind is not otherwise.kind and then.sure and otherwise.sure:
            shown, other = self._quote(node.then), self._quote(node.otherwise)
            message = f"{shown} is {KIND_NAMES[then.kind]}, but {other} is {KIND_NAMES[otherwise.kind]}"
            hint = "give two values of one sort"
            self._source.complain("wrong-sort", node.otherwise.start, node.otherwise.end, message, _APART, hint)
            return None
        words = None
        if then.domain is not None and otherwise.domain is not None:
            both = dict.fromkeys((*then.domain.words, *otherwise.domain.words))
            words = Domain("this", tuple(both))
        return Typed(IfElse(test.expression, then.expression, otherwise.expression), then.kind, words)

    def _hint(self, node: Node) -> Domain | None:
        """Return what the words of the other branch can be; this branch may well be other words."""
        domain = self.names.domain_of(node)
        return None if domain is None else domain._replace(closed=False)

    def _requoted(self, node: QuotedNode, word: str) -> str:
        """Write a word in the quotes that the author took: the others may be those round the whole text."""
        mark = self._source.text[node.start]
        return mark + word.replace("\\", "\\\\").replace(mark, "\\" + mark) + mark

    def _wrong_sort(self, node: Node, typed: Typed, expect: Kind) -> None:
        shown = self._quote(node)
        message = f"{shown} is {KIND_NAMES[typed.kind]}, and here {KIND_NAMES[expect]} is needed"
        why = _APART
        if expect is Kind.FLAG:
            message = f"{shown} is {KIND_NAMES[typed.kind]}, not a question"
            why = "a condition is either true or false"
        self._source.complain("wrong-sort", node.start, node.end, message, why, self._instead_of(typed, shown))

    def _instead_of(self, typed: Typed, shown: str) -> str:
        """Say what something of this sort is good for."""
        bare = shown.strip("`")
        if typed.kind is Kind.FLAG:
            if bare in ("true", "false"):
                return "`true` and `false` are only what flags can be"
            return f"ask for it as `{bare}` or `not {bare}`; `1 if {bare} else 0` makes a number of it"
        if typed.kind is Kind.NUMBER:
            return f"compare it with a number, as in `{bare} > 0`"
        words = [word for word in typed.domain.words if word] if typed.domain else []
        return f"compare it with a word, as in `{bare} == {words[0] if words else 'calm'}`"

    def _quote(self, node: Node) -> str:
        return self._source.quote(node.start, node.end)
