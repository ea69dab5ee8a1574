"""Node `leave_out_ignored`."""

from __future__ import annotations

from nodes.leave_out_ignored import leave_out_ignored
from tests.nodes.document_values import claim

CONTENT = "Servers answer.\nClients ask\nand wait.\nHosts watch."


def test_claims_on_an_ignored_line_are_left_out_and_their_places_kept() -> None:
    first, last = claim("Servers answer.", CONTENT), claim("Hosts watch.", CONTENT)
    update = leave_out_ignored({"claims": [first, last], "ignored_lines": [1]})
    assert update == {"claims": [last], "ignored": [first["span"]]}


def test_a_claim_of_several_lines_is_left_out_by_any_of_them() -> None:
    middle = claim("Clients ask\nand wait.", CONTENT)
    for line in (2, 3):
        assert leave_out_ignored({"claims": [middle], "ignored_lines": [line]})["claims"] == []
    assert leave_out_ignored({"claims": [middle], "ignored_lines": [1, 4]})["claims"] == [middle]
