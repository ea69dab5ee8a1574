"""The values of the `specs` commands."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from retrieval.maintenance import VersionStatus
from retrieval.official.drift import Drift
from retrieval.official.extract import Extracted
from retrieval.official.metadata import Extraction


def extracted_result(done: list[Extracted]) -> dict[str, Any]:
    """Return what was extracted."""
    return {
        "versions": [
            {
                "version": item.version,
                "in_source": item.record is not None,
                "changed": item.changed,
                **(item.record.model_dump(mode="json") if item.record else {}),
            }
            for item in done
        ]
    }


def status_result(items: list[VersionStatus]) -> dict[str, Any]:
    """Return what there is of each version."""
    return {"versions": [_status(item) for item in items]}


def drift_result(after: Extraction, before: Extraction | None, drift: Drift) -> dict[str, Any]:
    """Return what a new extraction changed."""
    return {
        "version": drift.version,
        "before": before.model_dump(mode="json") if before else None,
        "after": after.model_dump(mode="json", include=set(Extraction.model_fields)),
        "pages": [change._asdict() for change in drift.pages],
        "sentences": [
            change._asdict() | {"changes_level": change.changes_level} for change in drift.sentences
        ],
        "entries": [entry._asdict() for entry in drift.entries],
    }


def _status(item: VersionStatus) -> dict[str, Any]:
    values = asdict(item)
    values["extracted"] = item.extracted.model_dump(mode="json") if item.extracted else None
    values["built_at"] = item.built_at.isoformat() if item.built_at else None
    return values
