"""What a client needs to know of a game, once: its board, its kinds of action, its options, its rules."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import orjson
from pydantic import TypeAdapter

from marchland.bots import LEVELS
from marchland.brief import chapters_of, sequence_of
from marchland.engine.board import Board, Title
from marchland.engine.deed import Deed
from marchland.engine.emblems import Emblem
from marchland.engine.game import Game
from marchland.engine.game import Preset as GamePreset
from marchland.engine.illustrations import Layer
from marchland.engine.step import Step
from marchland.engine.table import SPECTATOR, Table
from marchland.games import named
from marchland.rulebook import Clause as RulebookClause
from marchland.rulebook import read_rulebook
from marchland.server.bots import STAND_IN
from marchland.server.lasting import Ready, ready
from marchland.server.specs import (
    ArgumentSpec,
    BoardSpec,
    Brief,
    BriefChapter,
    BriefClause,
    CardSpec,
    Catalogue,
    Clause,
    DeckSpec,
    EmblemSpec,
    FirstSteps,
    GameCard,
    GroupSpec,
    HintSpec,
    KindSpec,
    LabelSpec,
    LayerSpec,
    LinkSpec,
    MapSpec,
    NumberSpec,
    OptionSpec,
    PatternSpec,
    Preset,
    RegionSpec,
    Seats,
    SiteSpec,
    StageSpec,
    TileSpec,
    TitleSpec,
)


def card(game: Game) -> GameCard:
    return GameCard(
        name=game.name,
        title=game.title,
        summary=game.summary,
        rules=game.version,
        seats=Seats(least=game.least_seats, usual=game.usual_seats, most=game.most_seats),
        minutes=game.length,
        first_evening=preset_spec(game.first_evening),
        bots=list(LEVELS),
        usual_bot=STAND_IN,
    )


def preset_spec(preset: GamePreset) -> Preset:
    return Preset(name=preset.name, text=preset.text, options=preset.options)


def first_steps(game: Game) -> FirstSteps | None:
    steps = game.first_steps
    if steps is None:
        return None
    # The engine has checked where each hint points.
    hints = [HintSpec.model_validate({"text": hint.text, "emblem": hint.emblem, "at": hint.at}) for hint in steps.hints]
    return FirstSteps(aim=steps.aim, turn=steps.turn, hints=hints)


Options = tuple[tuple[str, str | int], ...]


@cache
def catalogue(name: str, options: Options = (), usual: Options = ()) -> bytes:
    """That of a game."""
    return drawn(name, options, usual)


@lru_cache(256)
def of_match(name: str, agreed: Options) -> Ready:
    """Where there are many they are not all kept; nor do they take the room of those of games."""
    return ready(drawn(name, agreed, agreed))


def drawn(name: str, options: Options, usual: Options) -> bytes:
    """A Catalogue as JSON: board and cards as they are with the options of a match, the numbers as they usually are."""
    game = named(name)
    table = game.prepared(game.usual_seats, dict(options))
    said = game.house_rules(dict(usual)).said
    board = game.board_at(table)
    made = Catalogue(
        game=card(game),
        prefix=game.prefix,
        options=[
            OptionSpec(
                name=setting.name,
                title=setting.title,
                text=setting.text,
                clause=setting.clause,
                values=setting.values,
                least=setting.least,
                most=setting.most,
                default=setting.default,
            )
            for setting in game.settings.every
        ],
        numbers=[
            NumberSpec(
                name=number.name,
                text=number.text,
                clause=game.clause(number.clause),
                value=number.value,
                least=number.least,
                most=number.most,
                usual=int(said.get(number.name, number.value)),
            )
            for number in game.numbers
        ],
        presets=[preset_spec(preset) for preset in game.presets],
        kinds=kinds(game),
        labels=[
            LabelSpec(domain=domain, codes=codes, names=game.labels.names[domain])
            for domain, codes in game.labels.codes.items()
        ],
        board=board_spec(board) if board is not None else _no_board(),
        decks=decks(table),
        emblems=[emblem_spec(emblem) for emblem in game.emblems],
        opening=stages(game, game.opening),
        sequence=stages(game, game.sequence),
        first_steps=first_steps(game),
    )
    return made.model_dump_json().encode()


def stages(game: Game, steps: list[Step[Any]]) -> list[StageSpec]:
    return [StageSpec(tag=step.tag, title=step.title, clause=game.clause(step.clause)) for step in steps]


def kinds(game: Game) -> list[KindSpec]:
    specs = []
    for kind in game.words.kinds:
        shifts = [kind.shift_a, kind.shift_b, kind.shift_c, kind.shift_d]
        arguments = [
            ArgumentSpec(name=name, domain=domain, shift=int(shifts[i]), mask=kind.most(i))
            for i, (name, domain) in enumerate(kind.arguments)
        ]
        specs.append(
            KindSpec(
                number=int(kind.number),
                name=kind.name,
                pattern=kind.pattern,
                arguments=arguments,
                note=kind.note,
                note_one=kind.note_one,
                at_least=kind.at_least if isinstance(kind, Deed) else "",
            )
        )
    return specs


def decks(table: Table) -> list[DeckSpec]:
    number = {kind.name: int(kind.number) for kind in table.game.words.kinds}
    specs = []
    for deck in table.game.decks_at(table):
        cards = [
            CardSpec(
                name=face.name,
                text=face.text,
                emblem=face.emblem,
                corner=face.corner,
                note=face.note,
                clause=face.clause,
                plays=[number[kind] for kind in face.plays],
            )
            for face in deck.faces
        ]
        specs.append(DeckSpec(name=deck.name, title=deck.title, cards=cards, back=deck.back))
    return specs


def emblem_spec(emblem: Emblem) -> EmblemSpec:
    drawn = emblem.pattern
    pattern = PatternSpec(path=drawn.path, size=drawn.size, turn=drawn.turn, width=drawn.width) if drawn else None
    # The engine has checked colour and mark.
    return EmblemSpec.model_validate(
        {"word": emblem.word, "path": emblem.path, "colour": emblem.colour, "mark": emblem.mark, "pattern": pattern}
    )


def board_spec(board: Board) -> BoardSpec:
    regions = []
    for number, region in enumerate(board.regions):
        x, y, w, h = region.shape
        regions.append(
            RegionSpec(
                code=region.code,
                name=region.name,
                group=board.group_of[number],
                path=region.path or (rounded(x, y, w, h, 12) if board.tiles else f"M{x} {y}h{w}v{h}h{-w}z"),
                label=(region.label[0], region.label[1]),
                box=(x, y, w, h),
                neighbours=board.neighbours[number],
                title=title_spec(region.title) if region.title is not None else None,
                water="sea" in region.traits,
            )
        )
    links = [
        LinkSpec(
            name=link.name,
            kind=link.kind,
            lines=[[(point[0], point[1]) for point in line] for line in link.lines],
            box=(link.box[0], link.box[1], link.box[2], link.box[3]) if link.box else None,
        )
        for link in board.links
    ]
    groups = [
        GroupSpec(
            code=group.code,
            name=group.name,
            label=(group.label[0], group.label[1]) if group.label else None,
            tint=(group.tint[0], group.tint[1]) if group.tint else None,
        )
        for group in board.groups
    ]
    tiles = [
        TileSpec(
            name=tile.name,
            group=tile.group,
            emblem=tile.emblem,
            text=tile.text,
            site=SiteSpec(emblem=tile.site.emblem, beside=tile.site.beside) if tile.site is not None else None,
            illustration=[layer_spec(layer) for layer in tile.illustration],
        )
        for tile in board.tiles
    ]
    drawn = board.map
    return BoardSpec(
        width=board.canvas[0],
        height=board.canvas[1],
        regions=regions,
        groups=groups,
        links=links,
        tiles=tiles,
        piece=board.piece,
        pieces=board.pieces,
        map=MapSpec(scenery=drawn.scenery, frontiers=drawn.frontiers, counter=drawn.counter) if drawn else None,
    )


def layer_spec(layer: Layer) -> LayerSpec:
    # The engine has checked the tint.
    return LayerSpec.model_validate(
        {"tint": layer.tint, "path": layer.path, "x": layer.x, "y": layer.y, "size": layer.size}
    )


def title_spec(title: Title) -> TitleSpec:
    return TitleSpec(at=(title.at[0], title.at[1]), lines=title.lines, size=title.size)


def rounded(x: int, y: int, w: int, h: int, r: int) -> str:
    """A card: a rectangle with round corners."""
    corner = f"a{r} {r} 0 0 1"
    return (
        f"M{x + r} {y}h{w - 2 * r}{corner} {r} {r}v{h - 2 * r}{corner} {-r} {r}"
        f"h{2 * r - w}{corner} {-r} {-r}v{2 * r - h}{corner} {r} {-r}z"
    )


def _no_board() -> BoardSpec:
    return BoardSpec(width=1, height=1, regions=[], groups=[], links=[], tiles=[], piece="", pieces="")


@cache
def rules(name: str) -> bytes:
    """Clauses as JSON, and (without a number) what stands before the first clause of each chapter."""
    found = []
    for chapter in read_rulebook(named(name).rulebook()).chapters:
        if chapter.text:
            found.append(Clause(id="", title=chapter.heading, text=chapter.text, chapter=chapter.heading))
        for clause in chapter.clauses:
            found.append(Clause(id=clause.number, title=clause.title, text=clause.text, chapter=chapter.heading))
    return TypeAdapter(list[Clause]).dump_json(found)


@cache
def sample(name: str) -> bytes:
    """The Picture of a table from the middle of a match, as spectators see it."""
    return orjson.dumps(named(name).sample().picture(SPECTATOR))


@cache
def brief(name: str) -> bytes:
    """A Brief as JSON."""
    game = named(name)
    book = read_rulebook(game.rulebook())
    hinted = [hint.emblem for hint in game.first_steps.hints] if game.first_steps is not None else []
    made = Brief(
        game=card(game),
        text=book.introduction,
        first_steps=first_steps(game),
        emblems=[emblem_spec(emblem) for emblem in game.emblems if emblem.word in hinted],
        sequence=[brief_clause(clause) for clause in sequence_of(game, book)],
        chapters=[
            BriefChapter(heading=chapter.heading, clauses=[brief_clause(clause) for clause in chapter.clauses])
            for chapter in chapters_of(game, book)
        ],
    )
    return made.model_dump_json().encode()


def brief_clause(clause: RulebookClause) -> BriefClause:
    return BriefClause(id=clause.number, title=clause.title, text=clause.brief)
