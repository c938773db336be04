"""The statements that change something: `signal += 2`, `give star_chart to performer`, `mood = wary if met`."""

from __future__ import annotations

from collections.abc import Callable

from storyengine.loader.expression_nodes import IfElseNode, Node, NumberNode
from storyengine.loader.expression_syntax import Grammar
from storyengine.loader.expression_tokens import Refused, Token, TokenKind
from storyengine.loader.expression_types import KIND_NAMES, Resolver
from storyengine.model.expressions import (
    AdjustTotal,
    Assign,
    Discard,
    Effect,
    Expression,
    Fact,
    Flip,
    Give,
    KeepBooster,
    Kind,
    Reroll,
    RevealDisc,
    Roll,
    Statement,
    parts,
)

CHANGES = ("+=", "-=", "*=", "//=", "%=")
"""Signs that change a number by another."""
_SETTERS = ("set", "let", "var", "put")
_VERB_HABITS = {
    **dict.fromkeys(("take", "get", "add", "receive", "pickup"), "gain"),
    **dict.fromkeys(("drop", "remove", "use", "destroy"), "discard"),
    **{"wake": "activate", "revive": "activate", "exhaust": "deactivate"},
}


class Statements:
    """Reads statement after statement. One that is wrong is reported and passed over, so that the rest is read too."""

    def __init__(self, grammar: Grammar, resolver: Resolver, *, after_roll: bool) -> None:
        self._grammar = grammar
        self._resolver = resolver
        self._names = resolver.names
        self._variables = resolver.names.scope.variables
        self._source = grammar.source
        self._after_roll = after_roll
        self._verbs: dict[str, Callable[[], Statement | None]] = {
            **dict.fromkeys(("gain", "give"), self._give),
            **dict.fromkeys(("discard", "lose"), self._discard),
            "activate": lambda: self._flip(True),
            "deactivate": lambda: self._flip(False),
            "reroll": self._reroll,
            "keep": self._keep,
            "reveal": self._reveal,
        }

    def all(self) -> tuple[Effect, ...] | None:
        """Read all statements; nothing when something is wrong in any of them."""
        grammar, effects, sound = self._grammar, [], True
        while True:
            while grammar.token.kind is TokenKind.BREAK or grammar.token.is_sign(";"):
                grammar.advance()
            if grammar.token.kind is TokenKind.END:
                break
            try:
                effect = self._effect()
            except Refused:
                effect = None
                grammar.skip_statement()
            if effect is None:
                sound = False
            else:
                effects.append(effect)
        if sound and not effects:
            grammar.refuse_nothing()
            return None
        return tuple(effects) if sound else None

    def _effect(self) -> Effect | None:
        grammar = self._grammar
        grammar.begin_statement()
        first = grammar.token
        guard: Node | None = None
        statement: Statement | None
        if first.kind is not TokenKind.NAME:
            raise grammar.unexpected("a change, such as `signal += 1` or `gain lamp`")
        changes = grammar.peek().kind is TokenKind.SIGN and grammar.peek().text in ("=", *CHANGES)
        if first.text in self._verbs and not changes:
            statement = self._verbs[first.text]()
            if grammar.accept("if"):
                guard = grammar.condition()
        else:
            self._check_habits(first, grammar.peek())
            statement, guard = self._assignment()
        end = grammar.end_of_statement("`if` and a condition, or `;` and the next effect")
        when: Expression | None = None
        if guard is not None:
            typed = self._resolver.expression(guard, expect=Kind.FLAG)
            if typed is None:
                return None
            when = typed.expression
        if statement is None:
            return None
        self._check_rolls(statement, first.start, end)
        return Effect(statement, when, self._source.text[first.start : end], self._source.span(first.start, end))

    def _check_rolls(self, statement: Statement, start: int, end: int) -> None:
        """Refuse an effect with more than one part of chance."""
        if isinstance(statement, Assign) and sum(isinstance(part, Roll) for part in parts(statement.value)) > 1:
            why = "each effect leaves at most one thing to chance"
            hint = "roll once, or make two effects of it"
            raise self._source.refusal("expression-syntax", start, end, "this effect rolls twice", why, hint, None)

    def _check_habits(self, first: Token, after: Token) -> None:
        """Refuse what starts with a word that other tools use."""
        if after.is_sign("=", "+=", "-=", "*=", "//=", "%="):
            return
        instead = None
        end = first.end
        message = f"`{first.text}` is no change"
        why = "an effect sets a variable, or starts with a verb such as `gain` or `discard`"
        if after.kind in (TokenKind.NAME, TokenKind.NUMBER, TokenKind.QUOTED) or after.is_sign("("):
            if first.text in _SETTERS:
                end, instead, hint = after.start, "", "write only the variable, `=` and the value"
            elif first.text in _VERB_HABITS:
                instead = _VERB_HABITS[first.text]
                hint = f"write `{instead} {after.text}`" if after.text != "(" else f"write `{instead}`"
            elif after.is_name("to", "is"):
                message, why = f"`{after.text}` means nothing here", "a variable is set with `=`"
                raise self._refuse(after, message, why, "write `=`", "=")
            elif first.text == "if":
                hint = "write the change first and its condition after it: `lit = true if oil > 0`"
            elif first.text == "not":
                hint = f"write `{after.text} = false`"
            else:
                names = "`gain`, `give`, `discard`, `lose`, `activate`, `deactivate`, `reveal disc`"
                hint = f"write `{first.text} = ...`, or begin with one of {names}"
        elif after.is_sign("=="):
            raise self._refuse(after, "`==` only asks", "a variable is set with `=`", "write `=`", "=")
        elif after.kind in (TokenKind.END, TokenKind.BREAK) or after.is_sign(";") or after.is_name("if"):
            hint = f"write what it becomes: `{first.text} = ...`"
            sort = self._variables.get(first.text)
            if sort is not None and sort.kind is Kind.FLAG:
                instead, hint = f"{first.text} = true", f"write `{first.text} = true`"
        else:
            return
        raise self._source.refusal("expression-syntax", first.start, end, message, why, hint, instead)

    def _refuse(self, token: Token, message: str, why: str, hint: str, replacement: str | None = None) -> Refused:
        return self._source.refusal("expression-syntax", token.start, token.end, message, why, hint, replacement)

    def _assignment(self) -> tuple[Statement | None, Node | None]:
        grammar = self._grammar
        target = grammar.advance()
        operator = grammar.token
        if not operator.is_sign("=", *CHANGES):
            raise grammar.unexpected("`=`, or one of `+= -= *= //= %=`")
        grammar.advance()
        self._check_swapped(operator)
        value, guard = grammar.guarded()
        if target.text == Fact.TOTAL and target.text not in self._variables:
            return self._adjust_total(target, operator, value), guard
        return self._assign(target, operator, value), guard

    def _check_swapped(self, operator: Token) -> None:
        """Refuse `oil =+ 1`, which would set oil to 1."""
        sign, after = self._grammar.token, self._grammar.peek()
        if operator.text == "=" and sign.is_sign("+", "-") and sign.start == operator.end and after.start > sign.end:
            swapped = Token(TokenKind.SIGN, operator.text + sign.text, operator.start, sign.end)
            message, why = f"`{swapped.text}` can be read in two ways", "the sign of a change comes first"
            raise self._refuse(swapped, message, why, f"write `{sign.text}=`", f"{sign.text}=")

    def _assign(self, target: Token, operator: Token, value: Node) -> Statement | None:
        sort = self._variables.get(target.text)
        if sort is None:
            self._unknown_target(target)
            self._resolver.expression(value)
            return None
        if operator.text == "=":
            return self._set(target, value)
        typed = self._resolver.expression(value, expect=Kind.NUMBER)
        if operator.text in ("//=", "%="):
            typed = self._resolver.divisor(value, typed)
        if sort.kind is not Kind.NUMBER:
            message = f"`{operator.text}` changes numbers, and `{target.text}` is {KIND_NAMES[sort.kind]}"
            hint = f"set it with `{target.text} = ...`"
            why = "only numbers can be counted up and down"
            self._source.complain("wrong-sort", operator.start, operator.end, message, why, hint)
            return None
        return None if typed is None else Assign(target.text, operator.text, typed.expression)

    def _set(self, target: Token, value: Node) -> Statement | None:
        sort = self._variables[target.text]
        domain = self._names.domain_of_variable(target.text)
        typed = self._resolver.expression(value, domain)
        if typed is None:
            return None
        shown = self._source.quote(value.start, value.end)
        complaint = None
        if typed.kind is not sort.kind:
            message = f"{shown} is {KIND_NAMES[typed.kind]}, but `{target.text}` is {KIND_NAMES[sort.kind]}"
            complaint = message, "a variable keeps the sort that it starts with", f"give it {KIND_NAMES[sort.kind]}"
        elif domain is not None and typed.domain is not None and not set(typed.domain.words) & set(domain.words):
            message = f"`{target.text}` is never any word of {shown}"
            complaint = message, "its words are listed", "list them under `one_of`"
        elif (beyond := self._beyond(target, value)) is not None:
            value = beyond
            message = f"`{target.text}` cannot be {beyond.value}"
            complaint = message, f"it goes from {sort.low} to {sort.high}", "write a number within these bounds"
        if complaint is not None:
            self._source.complain("wrong-sort", value.start, value.end, *complaint)
            return None
        return Assign(target.text, "=", typed.expression)

    def _beyond(self, target: Token, value: Node) -> NumberNode | None:
        """Return the first number in `value` that was typed as a value and that the variable cannot hold."""
        sort = self._variables[target.text]
        pending = [value]
        while pending:
            node = pending.pop()
            if isinstance(node, IfElseNode):
                pending += [node.otherwise, node.then]
            elif isinstance(node, NumberNode):
                below = sort.low is not None and node.value < sort.low
                if below or (sort.high is not None and node.value > sort.high):
                    return node
        return None

    def _unknown_target(self, target: Token) -> None:
        message, hint = f"there is no variable `{target.text}`", "declare it under `variables` or `trackers`"
        if target.text in [fact.value for fact in Fact]:
            message = f"`{target.text}` is kept by the game, and no effect sets it"
        self._names.unknown(target, target.text, self._variables, message, hint, "unknown-name")

    def _adjust_total(self, target: Token, operator: Token, value: Node) -> Statement | None:
        if not self._after_roll:
            raise self._only_after_roll(target, operator.end)
        if operator.text not in ("+=", "-="):
            why, hint = "the total of a roll can only be raised or lowered", "write `total += 2` or `total -= 2`"
            raise self._refuse(operator, f"`{operator.text}` cannot stand here", why, hint)
        if operator.text == "-=":
            value = self._grammar.negated(value)
        typed = self._resolver.expression(value, expect=Kind.NUMBER)
        return None if typed is None else AdjustTotal(typed.expression)

    def _only_after_roll(self, first: Token, end: int) -> Refused:
        shown = self._source.quote(first.start, end)
        why, hint = "it changes a roll that lies on the table", "write it in an item's `use` that says `after: roll`"
        return self._source.refusal("expression-syntax", first.start, end, f"{shown} has no roll here", why, hint)

    def _named(self, wanted: str, then: Callable[[], Token | None] = lambda: None) -> tuple[Token, Token | None]:
        """Read the name after a verb, with or without parentheses, and what `then` finds after it."""
        self._grammar.advance()
        bracket = self._grammar.token.is_sign("(")
        if bracket:
            self._grammar.open()
        first = self._grammar.named(wanted)
        second = None
        if bracket:
            if self._grammar.accept(","):
                second = self._grammar.named("who gets it")
            self._grammar.close(")")
        return first, second or then()

    def _give(self) -> Statement | None:
        verb = self._grammar.token
        item, to = self._named("the name of an item", self._receiver)
        if verb.text == "gain" and to is not None:
            why, hint = "what is gained comes to the crew", f"write `give {item.text} to {to.text}`"
            raise self._refuse(verb, "`gain` names no receiver", why, hint, "give")
        known = self._names.item(item)
        receiver = "" if to is None else self._names.character(to, "performer", "picked")
        return None if known is None or receiver is None else Give(known, receiver)

    def _receiver(self) -> Token | None:
        return self._grammar.named("who gets it") if self._grammar.accept("to") else None

    def _discard(self) -> Statement | None:
        item, extra = self._named("the name of an item, or `picked`")
        if extra is not None:
            why = "one item is discarded at a time"
            raise self._refuse(extra, f"`{extra.text}` cannot stand here", why, "write a second effect behind `;`")
        if item.text == "picked":
            return Discard("picked")
        known = self._names.item(item)
        return None if known is None else Discard(known)

    def _flip(self, active: bool) -> Statement | None:
        who, extra = self._named("a character, `picked`, `performer` or `all`")
        if extra is not None:
            why = "one character is named at a time"
            raise self._refuse(extra, f"`{extra.text}` cannot stand here", why, "write a second effect behind `;`")
        known = self._names.character(who, "picked", "performer", "all")
        return None if known is None else Flip(known, active)

    def _reroll(self) -> Statement:
        verb = self._grammar.advance()
        if not self._after_roll:
            raise self._only_after_roll(verb, verb.end)
        return Reroll()

    def _keep(self) -> Statement:
        verb = self._grammar.advance()
        self._fixed_word(verb, "booster")
        if not self._after_roll:
            raise self._only_after_roll(verb, verb.end)
        return KeepBooster()

    def _reveal(self) -> Statement:
        self._fixed_word(self._grammar.advance(), "disc")
        return RevealDisc()

    def _fixed_word(self, verb: Token, word: str) -> None:
        """Take the one word that can follow a verb."""
        if not self._grammar.accept(word):
            why = f"`{verb.text}` stands before `{word}` only"
            instead = f"{verb.text} {word}"
            raise self._refuse(verb, f"`{verb.text}` what?", why, f"write `{instead}`")
