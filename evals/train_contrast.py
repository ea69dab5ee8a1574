"""Tune the contrast model on the catalogue's own wordings: `python -m evals.train_contrast`.

Needs torch and onnx (`pip install torch onnx`), three gigabytes of memory and about an hour on an
idle core; on a busy machine one thread is fastest (`OMP_NUM_THREADS=1`). No labelled claim
is used. Each step takes pairs of a true wording and a false one of the same fact, and teaches that
another wording of the same side is near, and the other side and all else in the step far (InfoNCE).
Some facts of a step are of one topic: what is far by its subject teaches little. Only the upper
three layers of MiniLM learn.
"""

# torch is installed to train, not to run: nothing is known of its types here.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import as_file
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from evals.contrast_layers import exported, read_weights, text_vectors
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.contrast import DIMENSIONS, MODEL, VECTORS, ContrastEmbedder
from retrieval.embeddings import MiniLMEmbedder
from retrieval.prepared import write_prepared
from retrieval.wordings import (
    all_wordings,
    false_wordings,
    load_more_wordings,
    true_wordings,
)

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

PAIRS_A_STEP: Final = 24
OF_ONE_TOPIC: Final = 10
"""So many of them are of one topic."""
TEMPERATURE: Final = 0.05
WARM_UP: Final = 40
SEED: Final = 0


class Pair(NamedTuple):
    """The true wordings of an entry, and the false ones of a misconception that it refutes."""

    entry_id: str
    topic: str
    true: tuple[str, ...]
    false: tuple[str, ...]


def main() -> None:
    """Train, and write the model and the vectors of all wordings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2_250)
    parser.add_argument("--rate", type=float, default=5e-5, help="learning rate after warm-up")
    parser.add_argument("--vectors", action="store_true", help="write only the vectors anew")
    args = parser.parse_args()
    catalogue, base = load_catalogue(), MiniLMEmbedder()
    more = load_more_wordings()
    texts = sorted(set(all_wordings(catalogue, more)))
    if not args.vectors:
        states = {text: base.middle(text).astype("float16") for text in texts}
        model = train(pairs(catalogue, more), states, args.steps, args.rate, print)
        with as_file(MODEL) as path:
            path.write_bytes(model)
    with as_file(VECTORS) as path:
        count = write_prepared(texts, path, embedder=ContrastEmbedder(base))
    print(f"{count} vectors in {VECTORS}")


def pairs(catalogue: Catalogue, more: Mapping[str, Sequence[str]]) -> list[Pair]:
    """Return every misconception with each entry that refutes it."""
    return [
        Pair(
            entry.id,
            entry.topic,
            (*true_wordings(entry), *more.get(entry.id, ())),
            (*false_wordings(item), *more.get(item.id, ())),
        )
        for item in catalogue.misconceptions
        for name in item.refuted_by
        if (entry := catalogue.get(name)) is not None
    ]


def draw_step(units: Sequence[Pair], draw: random.Random) -> list[Pair]:
    """Return the pairs of a step, each of another entry; some are of one topic."""
    topic = draw.choice(units).topic
    alike = [unit for unit in units if unit.topic == topic]
    chosen: dict[str, Pair] = {}
    for unit in draw.sample(alike, len(alike)):
        if len(chosen) < OF_ONE_TOPIC:
            chosen.setdefault(unit.entry_id, unit)
    for unit in draw.sample(units, len(units)):
        if len(chosen) < PAIRS_A_STEP:
            chosen.setdefault(unit.entry_id, unit)
    return list(chosen.values())


def train(
    units: Sequence[Pair],
    states: Mapping[str, Vectors],
    steps: int,
    rate: float,
    tell: Callable[[str], None],
) -> bytes:
    """Return the tuned layers as ONNX; `states` holds each text's states after the lower layers."""
    import torch  # noqa: PLC0415 - not installed but to train
    from torch.nn import functional  # noqa: PLC0415

    torch.manual_seed(SEED)
    draw = random.Random(SEED)  # noqa: S311 - nothing is kept secret by it
    weights = {name: values.requires_grad_() for name, values in read_weights().items()}
    optimizer = torch.optim.AdamW(weights.values(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM_UP) * max(0.05, 1 - step / steps)
    )
    start = time.monotonic()
    for step in range(1, steps + 1):
        sides = [side for unit in draw_step(units, draw) for side in (unit.true, unit.false)]
        drawn = [draw.sample(side, 2) if len(side) > 1 else [*side, *side] for side in sides]
        anchors, wanted = (
            text_vectors(weights, *_padded(states, texts), training=True)
            for texts in zip(*drawn, strict=True)
        )
        # The other side of a fact is in the row beside, and as far off as all else is to be.
        loss = functional.cross_entropy(anchors @ wanted.T / TEMPERATURE, torch.arange(len(drawn)))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        if step % 25 == 0:
            tell(f"step {step}/{steps}, loss {loss.item():.3f}, {time.monotonic() - start:.0f} s")
    with torch.no_grad():
        return exported(weights, *_projection(weights, states))


def _padded(states: Mapping[str, Vectors], texts: Sequence[str]) -> tuple[Any, Any]:
    """Return the states of several texts as one tensor, and where each text has any."""
    import torch  # noqa: PLC0415
    from torch.nn.utils.rnn import pad_sequence  # noqa: PLC0415

    rows = [torch.tensor(states[text]).float() for text in texts]
    mask = pad_sequence([torch.ones(len(row), dtype=torch.bool) for row in rows], batch_first=True)
    return pad_sequence(rows, batch_first=True), mask


def _projection(weights: Mapping[str, Any], states: Mapping[str, Vectors]) -> tuple[Any, Any]:
    """Return the mean of all vectors, and the principal components that are kept of them."""
    import torch  # noqa: PLC0415

    texts = sorted(states, key=lambda text: len(states[text]))
    parts = [_padded(states, texts[i : i + 64]) for i in range(0, len(texts), 64)]
    vectors = torch.cat([text_vectors(weights, *part, training=False) for part in parts])
    mean = vectors.mean(0)
    _, components = torch.linalg.eigh((vectors - mean).T @ (vectors - mean))
    return mean, components[:, -DIMENSIONS:]


if __name__ == "__main__":
    main()
