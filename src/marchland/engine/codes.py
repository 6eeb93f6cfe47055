"""Actions as saved matches keep them: the name of the kind and the codes of its arguments, `attack OBS CAF 3`.

Sentences are for people and may be worded better any day; these stay. A code with spaces in it is written with
underscores: `claim_show Green_Hand Captain_Oru`.
"""

from marchland.engine.errors import UsageError
from marchland.engine.labels import Labels
from marchland.engine.words import Kind, Words


def code_of(words: Words, labels: Labels, action: int) -> str:
    kind = words.kind_of(action)
    values = kind.values(action)
    if packed(kind, values) != action:
        raise UsageError(f"{action} is not an action of this game.")
    codes = [code_in(labels, domain, value) for (_, domain), value in zip(kind.arguments, values, strict=True)]
    return " ".join([kind.name, *codes])


def action_of(words: Words, labels: Labels, text: str) -> int:
    """The inverse of code_of; UsageError says what there is no such thing as."""
    name, *codes = text.split(" ")
    kind = words.by_name.get(name)
    if kind is None:
        raise UsageError(f"There is no kind of action called {name!r}.")
    if len(codes) != kind.arity:
        wanted = " ".join([name, *(argument.upper() for argument, _ in kind.arguments)])
        raise UsageError(f"{text!r} is not of the form {wanted!r}.")
    values = [value_of(labels, domain, code) for (_, domain), code in zip(kind.arguments, codes, strict=True)]
    return packed(kind, values)


def packed(kind: Kind, values: list[int]) -> int:
    """The action of a kind with these arguments."""
    for index, value in enumerate(values):
        if value > kind.most(index):
            raise UsageError(f"{value} is more than any {kind.arguments[index][0]} can be.")
    a, b, c, d = values + [0] * (4 - len(values))
    return int(kind.of(a, b, c, d))


def code_in(labels: Labels, domain: str, value: int) -> str:
    """One argument of a code."""
    if domain not in labels.codes:
        return str(value)
    codes = labels.codes[domain]
    if value >= len(codes):
        raise UsageError(f"There is no {domain} {value}.")
    return codes[value].replace(" ", "_")


def value_of(labels: Labels, domain: str, code: str) -> int:
    if domain in labels.codes:
        for value, known in enumerate(labels.codes[domain]):
            if known.replace(" ", "_") == code:
                return value
        raise UsageError(f"There is no {domain} with the code {code!r}.")
    if code.isascii() and code.isdigit() and len(code) <= 9 and str(int(code)) == code:
        return int(code)
    raise UsageError(f"{code!r} is not a {domain}; a whole number is meant there.")
