"""The rules once more, slowly and literally: cards in lists, a predicate for each sentence, no tables and no masks.

Written from the rules in `tests/rules/cno.md` to check the quick version against. It knows one thing less: what seats
may see. It plays the default rulings.
"""

from __future__ import annotations

from dataclasses import dataclass, field

HANDS = {2: 10, 3: 10, 4: 10, 5: 8, 6: 7}


@dataclass
class Reference:
    """A match of which every list can be read; piles and hands hold numbers, the top of a pile is first."""

    players: int
    rounds: int = 5
    first_offer: int | None = None
    size: int = 0
    triggers: list[tuple[int, str]] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    dealt: list[int] = field(default_factory=list)
    asks: str = "deal"
    actor: int | None = None

    def new_round(self, cards: list[int], characters: list[str]) -> None:
        """Deal cards and characters in this order (of the characters, the top one is first)."""
        size = self.size or HANDS[self.players]
        self.hands = [sorted(cards[seat * size : seat * size + size]) for seat in range(self.players)]
        # what is left over lies with its last card on top
        self.discard = cards[self.players * size :][::-1]
        self.pile, self.deck = [], list(characters)
        self.character: str | None = None
        self.blocked: int | None = None
        self.locked = self.bounced = self.open = False
        self.passes, self.changed = 0, False
        self.last_card: int | None = None
        self.todo: list[str] = []
        self.spent = 0
        self.willing: set[int] = set()
        holders = [seat for seat in range(self.players) if 1 in self.hands[seat]]
        self.starter = self.turn = 0
        if not holders:
            self.ask("turn", 0)
        else:
            first = [seat for seat in holders if seat == self.first_offer]
            self.racers = first + [seat for seat in holders if seat not in first]
            self.ask("race", self.racers[0])

    def ask(self, what: str, seat: int | None) -> None:
        self.asks, self.actor = what, seat

    # What is legal.

    def fits(self, number: int) -> bool:
        """Whether a card of this number may go on the pile now, one or two of them."""
        if number == self.blocked:
            return False
        if self.character == "tyler":
            exempt = number == 10 and len(self.scores) == 4 and bool(self.triggers)
            if number not in (1, 3, 5, 7, 9, 13) and not exempt:
                return False
        if not self.pile:
            return True
        top = self.pile[0]
        if self.character == "bianca":
            return number < top
        if self.character == "larissa":
            return number >= top
        if self.character == "ajax":
            return number > top and number != top + 1
        return number > top

    def plays(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.character == "enid":
            return [f"pair {number}" for number in sorted(set(hand)) if hand.count(number) >= 2 and self.fits(number)]
        return [f"play {number}" for number in sorted(set(hand)) if self.fits(number)]

    def legal(self) -> list[str]:
        hand = self.hands[self.turn]
        others = [seat for seat in range(self.players) if seat != self.turn]
        if self.asks == "race":
            return ["grab", "wait"]
        if self.asks == "turn":
            moves = self.plays()
            if self.pile or not moves:
                moves = [*moves, "pass"]
            if hand.count(6) >= 3:
                moves.append("set 6")
            if hand.count(10) == 4 and self.blocked != 10:
                moves.append("set 10")
            if hand and all(number == self.blocked for number in hand):
                moves.append("discard blocked")
            return moves
        if self.asks == "follow":
            return self.plays()
        if self.asks == "from":
            return [f"from {seat + 1}" for seat in others if self.hands[seat]]
        if self.asks == "give":
            rest = list(hand)
            rest.remove(self.drawn)
            return [f"give {number}" for number in sorted(set(rest))]
        if self.asks == "take":
            return [f"take {number}" for number in sorted(set(self.discard)) if number != self.blocked]
        if self.asks == "top to":
            return [f"top to {seat + 1}" for seat in others]
        if self.asks == "block":
            return ["block none"] + [f"block {number}" for number in sorted(set(self.discard))]
        if self.asks == "place":
            return [f"place {place + 1}" for place in range(len(self.deck))]
        return []

    # What moves do.

    def apply(self, token: str) -> None:
        self.spent += 1
        verb, _, rest = token.rpartition(" ")
        if token == "grab" or token == "wait":
            self.race(token)
        elif token == "pass":
            self.passes += 1
            if self.character == "eugene" and self.discard:
                self.hands[self.turn].append(self.discard.pop(0))
                self.changed = True
            self.end_of_turn()
        elif token == "discard blocked":
            self.discard = sorted(self.hands[self.turn], reverse=True) + self.discard
            self.hands[self.turn] = []
            self.passes += 1
            self.changed = True
            self.end_of_turn()
        elif token == "block none":
            self.lead(self.turn)
        elif verb in ("play", "pair"):
            self.play(int(rest), 2 if verb == "pair" else 1)
        elif verb == "set":
            self.show_set(int(rest))
        elif verb == "from":
            self.victim = int(rest) - 1
            self.ask("draw", None)
        elif verb == "give":
            self.hands[self.turn].remove(int(rest))
            self.hands[self.victim].append(int(rest))
            self.effects()
        elif verb == "take":
            self.discard.remove(int(rest))
            self.hands[self.turn].append(int(rest))
            self.effects()
        elif verb == "top to":
            self.hands[int(rest) - 1].append(self.discard.pop(0))
            self.effects()
        elif verb == "block":
            self.blocked = int(rest)
            self.lead(self.turn)
        elif verb == "place":
            self.deck.remove("wednesday")
            self.deck.insert(int(rest) - 1, "wednesday")
            self.effects()

    def race(self, token: str) -> None:
        seat = self.racers.pop(0)
        if token == "grab":
            self.willing.add(seat)
            if seat == self.first_offer:
                self.racers = []
        if self.racers:
            self.ask("race", self.racers[0])
        elif len(self.willing) > 1:
            self.ask("quickest", None)
        elif self.willing:
            self.start(min(self.willing))
        else:
            self.start(next(seat for seat in range(self.players) if 1 in self.hands[seat]))

    def start(self, seat: int) -> None:
        self.spent += 1
        self.turn = self.starter = seat
        self.play(1, 1)

    def play(self, number: int, copies: int) -> None:
        for _ in range(copies):
            self.hands[self.turn].remove(number)
            self.pile.insert(0, number)
        self.starter, self.last_card = self.turn, number
        self.passes, self.bounced, self.changed = 0, False, True
        own = {2: "follow", 4: "swap", 7: "siren", 8: "vampire"}.get(number)
        self.todo = [own] if own else []
        if self.triggers and self.triggers[len(self.scores)] == (number, self.character):
            self.todo.insert(0, "round effect")
        self.effects()

    def show_set(self, number: int) -> None:
        many = 3 if number == 6 else 4
        for _ in range(many):
            self.hands[self.turn].remove(number)
            self.discard.insert(0, number)
        self.passes, self.changed = 0, True
        if number == 10:
            self.end_of_round()
        else:
            self.todo = ["psychic"]
            self.effects()

    def effects(self) -> None:
        while self.todo:
            effect = self.todo.pop(0)
            if effect == "round effect":
                effect = ("lock", "banish", "open", "psychic", "hand on")[len(self.scores)]
            if effect == "follow" and self.plays():
                return self.ask("follow", self.turn)
            if effect == "swap" and self.hands[self.turn] and self.others_hold_cards():
                return self.ask("from", self.turn)
            if effect == "siren" and any(number != self.blocked for number in self.discard):
                return self.ask("take", self.turn)
            if effect == "vampire" and self.discard:
                return self.ask("top to", self.turn)
            if effect == "psychic" and "wednesday" in self.deck:
                return self.ask("place", self.turn)
            if effect == "lock":
                self.locked, self.deck = True, []
            if effect == "banish":
                self.deck = [who for who in self.deck if who != "wednesday"]
                if len(self.deck) > 1:
                    return self.ask("reshuffle", None)
            if effect == "hand on":
                self.hands = [*self.hands[1:], self.hands[0]]
        self.end_of_turn()

    def others_hold_cards(self) -> bool:
        return any(self.hands[seat] for seat in range(self.players) if seat != self.turn)

    def chance(self, result: object) -> None:
        """A draw from a sorted hand, the quickest in a race, or a new order of the character pile from the bottom."""
        if self.asks == "draw":
            assert isinstance(result, int)
            self.drawn = sorted(self.hands[self.victim])[result]
            self.hands[self.victim].remove(self.drawn)
            self.hands[self.turn].append(self.drawn)
            self.ask("give", self.turn)
        elif self.asks == "quickest":
            assert isinstance(result, int)
            self.start(sorted(self.willing)[result])
        else:
            assert isinstance(result, tuple)
            from_bottom = self.deck[::-1]
            self.deck = [from_bottom[place] for place in result][::-1]
            if self.asks == "bounce":
                self.lead(self.starter)
            else:
                self.effects()

    # How turns, tricks and rounds end.

    def end_of_turn(self) -> None:
        if sum(1 for hand in self.hands if hand) <= 1:
            self.end_of_round()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        while self.passes < self.players:
            self.turn = (self.turn + (-1 if self.character == "yoko" else 1)) % self.players
            if self.hands[self.turn]:
                return self.ask("turn", self.turn)
            self.passes += 1
        self.all_passed()

    def all_passed(self) -> None:
        nothing_left = self.locked or (not self.deck and self.character is None)
        stuck = not self.pile and not self.changed and nothing_left
        self.discard = self.pile[::-1] + self.discard
        self.pile, self.passes, self.changed = [], 0, False
        self.turn = self.starter
        if stuck:
            return self.end_of_round()
        if self.locked:
            return self.lead(self.starter)
        self.character = None
        if not self.deck:
            return self.lead(self.starter)
        who = self.deck.pop(0)
        if who != "wednesday":
            self.character, self.bounced = who, False
            if who == "thing" and self.discard:
                return self.ask("block", self.starter)
            return self.lead(self.starter)
        if self.last_card != 13 or self.bounced:
            return self.end_of_round()
        self.bounced = True
        self.deck.insert(0, "wednesday")
        if len(self.deck) > 1:
            return self.ask("bounce", None)
        return self.lead(self.starter)

    def lead(self, seat: int) -> None:
        self.turn = seat
        if self.hands[seat]:
            self.ask("turn", seat)
        else:
            self.passes = 1
            self.next_turn()

    def end_of_round(self) -> None:
        self.scores.append([sum(hand) for hand in self.hands])
        self.ask("deal" if len(self.scores) < self.rounds else "over", None)
