"""List catalogue entries by what they say and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, get_args

from retrieval.catalogue import TOPICS, Actor, Place, Requirement, load_catalogue
from retrieval.choices import one_of
from retrieval.evidence import page_link
from retrieval.levels import Level
from retrieval.versions import SpecVersion, resolve_version

_LEVELS: Final[tuple[str, ...]] = get_args(Level)
_ACTORS: Final[tuple[str, ...]] = get_args(Actor)


@dataclass(frozen=True, slots=True)
class RequirementFilter:
    """What an entry must fit; None fits all."""

    version: SpecVersion
    level: str | None = None
    actor: str | None = None
    topic: str | None = None
    page: str | None = None
    identifier: str | None = None
    text: str | None = None
    """Words that all stand in the statement, in whatever order."""

    @classmethod
    def parse(
        cls,
        version: str | None = None,
        *,
        level: str | None = None,
        actor: str | None = None,
        topic: str | None = None,
        page: str | None = None,
        identifier: str | None = None,
        text: str | None = None,
    ) -> RequirementFilter:
        """Read a filter from a caller's words; case does not count.

        Raises:
            UnknownVersionError: there is no such version.
            LimitError: there is no such level, actor or topic.

        """
        return cls(
            version=resolve_version(version).version,
            level=one_of("level", level, _LEVELS),
            actor=one_of("actor", actor, _ACTORS),
            topic=one_of("topic", topic, TOPICS),
            page=page.removesuffix(".mdx").strip("/") if page else None,
            identifier=identifier.strip("`").lower() if identifier else None,
            text=text.lower() if text else None,
        )

    def fits(self, entry: Requirement) -> bool:
        """Return whether an entry fits."""
        return (
            self.place_of(entry) is not None
            and self.level in (None, entry.level)
            and self.actor in (None, entry.actor)
            and self.topic in (None, entry.topic)
            and (
                self.identifier is None
                or self.identifier in (name.lower() for name in entry.identifiers)
            )
            and all(word in entry.statement.lower() for word in (self.text or "").split())
        )

    def place_of(self, entry: Requirement) -> Place | None:
        """Return where the entry stands in the version, on the page that is asked for if any."""
        for place in entry.places_in(self.version):
            if self.page in (None, place.page, place.page.removesuffix("/index")):
                return place
        return None


def list_requirements(wanted: RequirementFilter) -> list[dict[str, Any]]:
    """Return the entries that fit, with their place in the version that was asked for."""
    catalogue = load_catalogue()
    return [
        {
            "id": entry.id,
            "level": entry.level,
            "actor": entry.actor,
            "statement": entry.statement,
            "page": place.page,
            "heading": place.heading,
            "link": page_link(wanted.version, place.page, place.heading),
            "topic": entry.topic,
            "identifiers": list(entry.identifiers),
            "versions": list(entry.versions),
            "replaces": list(entry.replaces),
            "replaced_by": list(catalogue.replaced_by(entry.id)),
        }
        for entry in catalogue.requirements
        if wanted.fits(entry) and (place := wanted.place_of(entry))
    ]
