"""Clause S.2: the campus as a map, its rooms, walls, doors and links."""

from itertools import combinations

import pytest

from campus.table import (
    BUILDINGS,
    GAME,
    NEIGHBOURS,
    ROOMS,
    deal,
    lay,
    number,
    offered,
    refused,
)
from marchland.games.campus.table import WHOLE, Campus

LINK_PAIRS = {frozenset((room, near[:3])) for room, row in NEIGHBOURS.items() for near in row.split() if "~" in near}
DOORS = {frozenset((room, near)) for room, row in NEIGHBOURS.items() for near in row.split() if "~" not in near}

NAMES_IN_ORDER = """
Physics Lab, Chemistry Lab, Biology Lab, Long Corridor, Lecture Theatre, Computer Room, Cold Store, Observatory,
Reading Room, Archive, Book Stacks, Catalogue Hall, Map Room, Study Cells, Gallery, Theatre, Music Room, Pottery,
Drawing Studio, Cafe, Foyer, Bookshop, Kitchen, Great Hall, Radio Room, Machine Shop, Foundry, Robotics Bay,
Test Floor, Parts Store, Loading Dock, Registry, Council Chamber, Treasury, Post Room, Rector's Office, Vault,
Gymnasium, Climbing Wall, Pool, Changing Rooms, Running Track
"""
NAMES = [name.strip() for name in NAMES_IN_ORDER.split(",")]

PLAN = """
PHY 40 40 120 80    CHE 160 40 120 80    BIO 280 40 120 80    COR 40 120 360 60    LEC 40 180 140 100
COM 180 180 100 100 COL 280 180 120 50   OBS 280 230 120 50   REA 470 40 170 110   ARC 640 40 130 110
STA 470 150 100 120 CAT 570 150 100 120  MAP 670 150 100 60   STU 670 210 100 60   GAL 850 40 110 220
THE 960 40 200 100  MUS 960 140 100 120  POT 1060 140 100 60  DRA 1060 200 100 60  CAF 430 340 110 80
FOY 540 340 130 80  BOO 670 340 120 80   KIT 430 420 150 100  GRE 580 420 130 100  RAD 710 420 80 100
MAC 40 360 160 110  FOU 200 360 130 80   ROB 200 440 130 90   TES 40 470 160 130   SPA 200 530 130 70
LOA 40 600 290 80   REG 430 590 120 80   COU 550 590 140 80   TRE 690 590 110 80   POS 430 670 160 90
REC 590 670 130 90  VAU 720 670 80 90    GYM 870 350 170 140  CLI 1040 350 120 90  POO 1040 440 120 140
CHA 870 490 170 90  TRA 870 580 290 150
"""
FIGURES = PLAN.split()
SHAPES = {FIGURES[i]: [int(figure) for figure in FIGURES[i + 1 : i + 5]] for i in range(0, len(FIGURES), 5)}

LINKS = {
    "Sky Bridge": ("bridge", ["BIO-REA"], [[(400, 80), (470, 80)]]),
    "Star Steps": ("path", ["OBS-CAF"], [[(385, 280), (385, 380), (430, 380)]]),
    "Library Steps": ("path", ["CAT-FOY"], [[(610, 270), (610, 340)]]),
    "Fountain Court": (
        "courtyard",
        ["STU-GAL", "STU-BOO", "GAL-BOO"],
        [[(735, 270), (735, 285)], [(880, 260), (880, 285)], [(735, 325), (735, 340)]],
    ),
    "Service Road": ("path", ["LEC-MAC"], [[(110, 280), (110, 360)]]),
    "Cable Duct": ("corridor", ["COM-FOU"], [[(230, 280), (230, 360)]]),
    "Covered Walk": ("corridor", ["ROB-KIT"], [[(330, 480), (430, 480)]]),
    "Cart Track": ("path", ["LOA-REG"], [[(330, 635), (430, 635)]]),
    "South Court": ("courtyard", ["GRE-COU"], [[(640, 520), (640, 590)]]),
    "Tennis Path": ("path", ["RAD-GYM"], [[(790, 455), (870, 455)]]),
    "East Stair": ("path", ["DRA-CLI"], [[(1110, 260), (1110, 350)]]),
    "Vault Tunnel": ("corridor", ["VAU-TRA"], [[(800, 700), (870, 700)]]),
    "Shuttle Bus": ("bus line", ["LOA-TRA"], [[(185, 680), (185, 780), (1015, 780), (1015, 730)]]),
}

CLOSED = {2: ["ART", "WRK", "OLD", "SPO"], 3: ["OLD", "SPO"], 4: [], 5: [], 6: []}


def neighbours(t: Campus, room: str) -> list[str]:
    return sorted(ROOMS[i] for i in t.board.neighbours[number(room)])


def building_of(room: str) -> str:
    return next(building for building, rooms in BUILDINGS.items() if room in rooms)


def shape(room: str) -> list[int]:
    """Left, top, width and height as the board has them."""
    return [int(figure) for figure in WHOLE.regions[number(room)].shape]


def shared_wall(a: str, b: str) -> int | None:
    """How long the wall between two rooms is; 0 if they touch in a corner only, None if they do not touch."""
    ax, ay, aw, ah = shape(a)
    bx, by, bw, bh = shape(b)
    across = min(ax + aw, bx + bw) - max(ax, bx)
    down = min(ay + ah, by + bh) - max(ay, by)
    if across < 0 or down < 0:
        return None
    return max(across, down)


def on_the_wall(point: tuple[int, int], box: list[int]) -> bool:
    """Whether a point lies on the outline of a rectangle."""
    (x, y), (left, top, w, h) = point, box
    inside = left <= x <= left + w and top <= y <= top + h
    return inside and (x in (left, left + w) or y in (top, top + h))


def test_rooms_are_the_rooms_of_the_rulebook() -> None:
    """CAM-S.2  Codes, buildings and figures of the floor plan, in the order of the room numbers."""
    assert [room.code for room in WHOLE.regions] == ROOMS
    assert {room.code: room.group for room in WHOLE.regions} == {room: building_of(room) for room in ROOMS}
    assert {room.code: list(room.shape) for room in WHOLE.regions} == SHAPES
    assert list(WHOLE.canvas) == [1200, 800]


def test_names_of_rooms_and_buildings() -> None:
    """CAM-S.2  The printed names in the order of the numbers; a room can be named by its code or by its name."""
    assert [room.name for room in WHOLE.regions] == NAMES
    assert ", ".join(group.name for group in WHOLE.groups) == (
        "Science Hall, Library, Arts House, Student Union, Workshops, Old Main, Sports Centre"
    )
    for room, name in zip(ROOMS, NAMES, strict=True):
        assert GAME.parse(f"place 2 in {name}") == GAME.parse(f"place 2 in {room}")


@pytest.mark.parametrize("room", ROOMS)
def test_neighbours_of_every_room(room: str) -> None:
    """CAM-S.2  The printed list of neighbours, room by room."""
    expected = sorted(near[:3] for near in NEIGHBOURS[room].split())
    assert sorted(ROOMS[i] for i in WHOLE.neighbours[number(room)]) == expected


def test_seventy_seven_pairs() -> None:
    """CAM-S.2  62 doors and 15 pairs by links, each in both directions."""
    pairs = {(ROOMS[a], ROOMS[b]) for a in range(42) for b in WHOLE.neighbours[a]}
    assert {(b, a) for a, b in pairs} == pairs
    assert len(pairs) == 2 * 77
    linked = {frozenset(pair) for link in WHOLE.links for pair in link.pairs}
    assert (linked, {frozenset(pair) for pair in pairs} - linked) == (LINK_PAIRS, DOORS)
    assert len(linked) == 15


def test_rooms_do_not_overlap_and_lie_on_the_canvas() -> None:
    """CAM-S.2  No two rectangles share ground, and none leaves the canvas."""
    for a, b in combinations(ROOMS, 2):
        ax, ay, aw, ah = shape(a)
        bx, by, bw, bh = shape(b)
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay, (a, b)
    width, height = WHOLE.canvas
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in map(shape, ROOMS))


def test_doors_are_where_walls_are_shared() -> None:
    """CAM-S.2  A door wherever two rooms share 30 or more of wall; nowhere less, and no rooms meet in a corner only."""
    walls = {frozenset((a, b)): shared_wall(a, b) for a, b in combinations(ROOMS, 2)}
    touching = {pair: length for pair, length in walls.items() if length is not None}
    assert all(length >= 30 for length in touching.values())
    linked = {frozenset(pair) for link in WHOLE.links for pair in link.pairs}
    adjacent = {frozenset((a, ROOMS[b])) for a in ROOMS for b in WHOLE.neighbours[number(a)]}
    assert set(touching) == adjacent - linked
    assert touching[frozenset(("MAC", "ROB"))] == 30
    assert all(len({WHOLE.regions[number(room)].group for room in pair}) == 1 for pair in touching)


@pytest.mark.parametrize("name", LINKS)
def test_links_touch_their_rooms(name: str) -> None:
    """CAM-S.2  Every link as printed; its ends lie on the walls of the rooms that it joins, in different buildings."""
    kind, pairs, lines = LINKS[name]
    link = next(link for link in WHOLE.links if link.name == name)
    assert link.kind == kind
    assert ["-".join(pair) for pair in link.pairs] == pairs
    assert [[tuple(point) for point in line] for line in link.lines] == lines
    ends = {room for pair in link.pairs for room in pair}
    touched = {room for room in ROOMS for line in lines for end in (line[0], line[-1]) if on_the_wall(end, shape(room))}
    assert touched == ends
    assert all(len({WHOLE.regions[number(room)].group for room in pair}) == 2 for pair in link.pairs)


def test_all_links_are_listed() -> None:
    """CAM-S.2  Thirteen links, in the printed order."""
    assert [link.name for link in WHOLE.links] == list(LINKS)


def test_fountain_court_is_a_court_with_three_spokes() -> None:
    """CAM-S.2  Each spoke runs from a room to the rim of the court."""
    court = next(link for link in WHOLE.links if link.name == "Fountain Court")
    assert list(court.box) == [700, 285, 200, 40]
    for spoke in court.lines:
        assert sum(on_the_wall((x, y), list(court.box)) for x, y in spoke) == 1
    assert [list(link.box) for link in WHOLE.links if link is not court] == [[]] * 12


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_closed_rooms_take_their_links_with_them(seats: int) -> None:
    """CAM-S.2, CAM-1.3  What is adjacent in a smaller game is the printed list without the closed rooms."""
    t = deal(seats)
    closed = {room for building in CLOSED[seats] for room in BUILDINGS[building]}
    for room in ROOMS:
        expected = sorted(near[:3] for near in NEIGHBOURS[room].split() if near[:3] not in closed)
        assert neighbours(t, room) == ([] if room in closed else expected)


def test_W12_closed_links() -> None:
    """CAM-1.3, CAM-S.2, CAM-S.5  Two players: no duct to the Foundry. Three: the Arts House has one border."""
    two = deal(2)
    assert neighbours(two, "COM") == ["COL", "COR", "LEC", "OBS"]
    assert not two.board.in_play[number("FOU")]
    three = deal(3)
    assert neighbours(three, "DRA") == ["MUS", "POT"]
    arts = three.board.group_number["ART"]
    assert [ROOMS[i] for i in three.board.borders(arts)] == ["GAL"]
    assert three.bonus[arts] == 2


@pytest.mark.parametrize(
    ("a", "b", "adjacent"),
    [
        ("PHY", "BIO", False),
        ("ARC", "STU", False),
        ("MAC", "ROB", True),
        ("GAL", "STU", True),
        ("STU", "BOO", True),
        ("BOO", "GAL", True),
        ("LOA", "TRA", True),
    ],
)
def test_W32_corners_and_missing_doors(a: str, b: str, adjacent: bool) -> None:
    """CAM-S.2  A pair is adjacent or not, in both directions, and attacks are offered accordingly."""
    for source, target in ((a, b), (b, a)):
        t = lay({source: [0, 3], target: [1, 1]})
        assert (f"attack {target} from {source} with 2" in offered(t)) is adjacent
        if not adjacent:
            assert refused(t, f"attack {target} from {source} with 2") == "CAM-S.2"
