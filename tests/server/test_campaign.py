"""The crash campaign, a short one: `python tests/campaign.py --kills 200` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign import Campaign

pytestmark = pytest.mark.anyio


async def test_a_short_campaign_loses_nothing(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path, seed=3)
    counts = await campaign.run(kills=5)
    assert counts.kills.total() == len(counts.kills) == 5, "each moment once"
    assert counts.acknowledged > 0
    assert (counts.lost, counts.doubled) == (0, 0)
    assert "Traceback" not in campaign.server.faults()


async def test_the_campaign_would_notice(tmp_path: Path) -> None:
    """Here the database forgets an entry behind everybody's back."""
    campaign = Campaign(tmp_path, seed=4)
    await campaign.run(kills=1)
    player = next(player for player in campaign.players if player.acknowledged)
    number = player.acknowledged[-1][0]
    campaign.server.query("delete from entries where match = ? and number = ?", player.match, number)
    assert campaign.counts().lost == 1
