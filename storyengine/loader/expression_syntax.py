"""The grammar of conditions: from tokens to a tree that still knows its places but not yet what its names mean."""

from __future__ import annotations

from storyengine.loader.expression_cursor import DEEPEST
from storyengine.loader.expression_leaves import Leaves
from storyengine.loader.expression_nodes import (
    ArithmeticNode,
    ChainNode,
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
)
from storyengine.loader.expression_tokens import Refused, Token, TokenKind

LARGEST_TREE = 4_000
"""Parts of one tree; only chains such as `1 < x < 5`, which stand for `1 < x and x < 5`, could pass it."""
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_OR, _AND, _NOT, _COMPARE, _ADD, _MULTIPLY = range(1, 7)
_BINARY = {
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "is", "in", "not"), _COMPARE),
    **{"or": _OR, "and": _AND, "+": _ADD, "-": _ADD, "*": _MULTIPLY, "//": _MULTIPLY, "%": _MULTIPLY},
}
_KEYWORDS = ("and", "or", "not", "in", "is", "if", "else")


class Grammar(Leaves):
    """Reads one list of tokens from left to right. Precedence is Python's; the tree is bounded in depth and size."""

    _descents = 0

    def begin_statement(self) -> None:
        """Forget what an earlier statement has left open."""
        super().begin_statement()
        self._descents = 0

    def whole(self) -> Node:
        """Read an expression that must be all there is."""
        node = self.expression()
        if self.token.kind is not TokenKind.END:
            raise self.unexpected("the end, or `and`, `or` or a comparison")
        return node

    def expression(self) -> Node:
        """Read an expression that may be `a if c else b`."""
        value, guard = self.guarded()
        if guard is not None:
            raise self.unexpected("`else` and the other value")
        return value

    def guarded(self) -> tuple[Node, Node | None]:
        """Read `a if c else b`, or `a if c`: then `c` comes back beside `a`."""
        value, guard = self._tight(_OR), None
        pairs: list[tuple[Node, Node]] = []
        while self.accept("if"):
            guard = self._tight(_OR)
            if not self.accept("else"):
                break
            pairs.append((value, guard))
            value, guard = self._tight(_OR), None
        for then, test in reversed(pairs):
            measures = self._measures(then.start, value.end, then, test, value)
            value = IfElseNode(test, then, value, **measures)
        return value, guard

    def condition(self) -> Node:
        """Read a condition behind `if`: no `a if c else b` outside parentheses."""
        return self._tight(_OR)

    def negated(self, node: Node) -> Node:
        """Put a minus before what was read."""
        if isinstance(node, NumberNode):
            return NumberNode(-node.value, start=node.start, end=node.end)
        return PrefixNode("-", node, **self._measures(node.start, node.end, node))

    def _measures(self, start: int, end: int, *inside: Node, levels: int = 1) -> dict[str, int]:
        """Return the four fields of a node that holds `inside`, if it is not too large."""
        depth = levels + max(node.depth for node in inside)
        size = 1 + sum(node.size for node in inside)
        if depth > DEEPEST:
            raise self.too_deep(start, end)
        if size > LARGEST_TREE:
            raise self.source.too_large(start, end, "these comparisons inside comparisons are too many", "use `and`")
        return {"start": start, "end": end, "depth": depth, "size": size}

    def _tight(self, level: int) -> Node:
        """Read an expression whose operators bind at least as tightly as `level`."""
        # Each level of the tree costs two descents at most, one for the operand and one for its parentheses.
        if self._descents > 2 * DEEPEST + 10:
            raise self.too_deep(self.token.start, self.token.end)
        self._descents += 1
        left = self._refusals(level) if self.token.is_name("not") else self._signed()
        while True:
            operator = self.token
            binds = _BINARY.get(operator.text, 0) if operator.kind in (TokenKind.SIGN, TokenKind.NAME) else 0
            if binds < level or not binds or (operator.is_name("not") and not self.peek().is_name("in")):
                self._descents -= 1
                return left
            if binds == _COMPARE:
                left = self._comparison(left)
            elif binds in (_OR, _AND):
                operands = [left]
                while self.accept(operator.text):
                    operands.append(self._tight(binds + 1))
                measures = self._measures(left.start, operands[-1].end, *operands)
                left = JoinNode(operator.text, tuple(operands), **measures)
            else:
                self.advance()
                right = self._tight(binds + 1)
                left = ArithmeticNode(operator.text, left, right, **self._measures(left.start, right.end, left, right))

    def _refusals(self, level: int) -> Node:
        """Read `not x`, `not not x`."""
        first = self.token
        if level > _NOT:
            message = "`not` needs parentheses here"
            why = "it would apply to all that follows, comparison included"
            hint = "write it as `(not x)`"
            raise self.source.refusal("expression-syntax", first.start, first.end, message, why, hint)
        nots = []
        while self.token.is_name("not"):
            nots.append(self.advance())
        node = self._tight(_COMPARE)
        for word in reversed(nots):
            node = PrefixNode("not", node, **self._measures(word.start, node.end, node))
        return node

    def _comparison(self, left: Node) -> Node:
        if not self.token.is_name("in", "not"):
            return self._chain(left)
        refused = self.accept("not")
        self.advance()
        node: Node
        self._check_brackets()
        if self.token.is_sign("["):
            options = self._options()
            end = self.last_end
            node = ListNode(left, options, **self._measures(left.start, end, left, *options))
        else:
            node = self._range(left)
        self._end_of_comparison()
        if refused:
            node = PrefixNode("not", node, **self._measures(node.start, node.end, node))
        return node

    def _chain(self, left: Node) -> Node:
        operands, operators = [left], []
        while self.token.is_sign(*COMPARISONS) or self.token.is_name("is"):
            operator = self.advance()
            if operator.text == "is":
                end = self.advance().end if self.token.is_name("not") else operator.end
                # From here on `is` and `is not` are the signs that they stand for.
                operator = Token(TokenKind.SIGN, "==" if end == operator.end else "!=", operator.start, end)
            operators.append(operator)
            operands.append(self._tight(_ADD))
        self._end_of_comparison()
        # The middle of a longer chain stands in two comparisons, and these are joined by an `and` above them.
        twice = operands[1:-1]
        measures = self._measures(left.start, operands[-1].end, *operands, *twice, levels=2 if twice else 1)
        return ChainNode(tuple(operands), tuple(operators), **measures)

    def _check_brackets(self) -> None:
        """Refuse `in (a, b)` and `in {a, b}`."""
        opening = self.token
        if not opening.is_sign("(", "{"):
            return
        inside = self.enclosed()
        if any(token.is_sign(",") for token in inside):
            # Without the brackets themselves.
            words = self.source.text[opening.end : inside[-1].start].strip()
            message, why = "a list has square brackets", "parentheses hold one value, and braces belong to texts"
            end = inside[-1].end
            replacement = f"[{words}]"
            hint = f"write `{replacement}`"
            raise self.source.refusal("expression-syntax", opening.start, end, message, why, hint, replacement)

    def _end_of_comparison(self) -> None:
        token = self.token
        not_in = token.is_name("not") and self.peek().is_name("in")
        if not_in or token.is_sign(*COMPARISONS) or token.is_name("is", "in"):
            message = f"`{token.text}` cannot follow another comparison"
            why = "a range or a list is compared with one value only"
            hint = "join the two with `and`, or put the first one in parentheses"
            raise self.source.refusal("expression-syntax", token.start, token.end, message, why, hint)

    def _range(self, value: Node) -> Node:
        low = high = None
        if not self.token.is_sign(".."):
            low = self._tight(_ADD)
        if not self.token.is_sign(".."):
            raise self._no_range(value, low)
        dots = self.advance()
        if self._starts_operand():
            high = self._tight(_ADD)
        if low is None and high is None:
            why, hint = "it would hold for every number", "give at least one end: `0..6`, `7..` or `..6`"
            raise self.source.refusal("expression-syntax", dots.start, dots.end, "this range has no ends", why, hint)
        ends = [node for node in (low, high) if node is not None]
        return RangeNode(value, low, high, **self._measures(value.start, max(dots.end, ends[-1].end), value, *ends))

    def _no_range(self, value: Node, low: Node | None) -> Refused:
        """Report something after `in` that is neither a range nor a list."""
        if low is None or not self._ends_operand():
            return self.unexpected("`..` and the other end of the range")
        start, end, replacement = low.start, low.end, None
        hint = "write a range as `0..6`, `7..` or `..6`, and a list as `[0, 3, 5]`"
        if isinstance(low, ArithmeticNode) and low.operator == "-":
            text = self.source.text
            replacement = f"{text[low.left.start : low.left.end]}..{text[low.right.start : low.right.end]}"
        elif self.token.is_sign(","):
            hint = "write a list as `[0, 3, 5]`"
        elif isinstance(low, NumberNode | QuotedNode):
            hint = f"to compare with one value, write `== {self.source.text[start:end]}`; a range is `0..6`"
        elif isinstance(low, NameNode) and low.name == "items" and isinstance(value, NameNode):
            start, replacement = value.start, f"has({value.name})"
        if replacement is not None:
            hint = f"write `{replacement}`"
        message = f"{self.source.quote(low.start, low.end)} is neither a range nor a list"
        why = "`in` asks whether a value is within a range or in a list"
        return self.source.refusal("expression-syntax", start, end, message, why, hint, replacement)

    def _starts_operand(self) -> bool:
        token = self.token
        if token.kind is TokenKind.NAME:
            return token.text not in ("and", "or", "in", "is", "if", "else")
        kinds = (TokenKind.NUMBER, TokenKind.QUOTED, TokenKind.UNCLOSED)
        return token.kind in kinds or token.is_sign("(", "-", "+", ".")

    def _ends_operand(self) -> bool:
        token = self.token
        is_end = token.kind in (TokenKind.END, TokenKind.BREAK)
        return is_end or token.is_sign(")", ";", ",") or token.is_name(*_KEYWORDS)

    def _options(self) -> tuple[Node, ...]:
        self.open()
        options = [self.expression()]
        if self.token.is_sign(".."):
            dots, why = self.token, "brackets hold single values, separated by commas"
            message, hint = "a range stands without brackets", "take the brackets away: `0..6`"
            raise self.source.refusal("expression-syntax", dots.start, dots.end, message, why, hint)
        while self.accept(","):
            options.append(self.expression())
        self.close("]")
        return tuple(options)

    def _signed(self) -> Node:
        """Read something with any number of `-` and `+` before it."""
        signs = []
        while self.token.is_sign("-", "+"):
            signs.append(self.advance())
        node: Node
        if signs and self.token.kind is TokenKind.NUMBER and signs[-1].text == "-":
            sign, node = signs.pop(), self._operand()
            node = NumberNode(-node.value, start=sign.start, end=node.end) if isinstance(node, NumberNode) else node
        else:
            node = self._operand()
        for sign in reversed(signs):
            node = PrefixNode(sign.text, node, **self._measures(sign.start, node.end, node))
        return node

    def _operand(self) -> Node:
        token = self.token
        if token.kind is TokenKind.NUMBER:
            return self.number()
        if token.kind is TokenKind.QUOTED:
            self.advance()
            return QuotedNode(self.word(token), start=token.start, end=token.end)
        if token.is_sign("("):
            self.open()
            node = self.expression()
            self.close(")")
            return node
        if token.is_name("true", "false"):
            self.advance()
            return FlagNode(token.text == "true", start=token.start, end=token.end)
        if token.kind is TokenKind.NAME and not token.is_name(*_KEYWORDS):
            if self.peek().is_sign("("):
                return self.roll() if token.text == "roll" else self.call()
            if self.is_told():
                return self.told()
            self.advance()
            return NameNode(token.text, start=token.start, end=token.end)
        raise self.unexpected("a number, a word, a variable or a question such as `has(x)`")
