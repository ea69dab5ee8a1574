"""The upper layers of the embedding model in torch: read, run, and written as ONNX.

Only training needs torch and onnx, so they are imported where they are used.
"""

# Nothing is known of the types of torch and onnx here.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from retrieval.embeddings import minilm_file

Tensor = Any
Weights = dict[str, Tensor]
"""By layer, part and kind, like `3_query_weight`."""

LAYERS: Final = (3, 4, 5)
"""The layers that are tuned; the model has six."""
WIDTH: Final = 384
_HEADS: Final = 12
_DROPPED: Final = 0.1
_PARTS: Final = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "attended",
    "attention.output.LayerNorm": "first_norm",
    "intermediate.dense": "wide",
    "output.dense": "narrow",
    "output.LayerNorm": "second_norm",
}
"""The parts of a layer as the model's file names them, and as we do."""


def read_weights() -> Weights:
    """Return the weights of the upper layers, those of eight bits made floats."""
    import numpy as np  # noqa: PLC0415
    import onnx  # noqa: PLC0415
    import torch  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    graph = onnx.load_from_string(minilm_file()).graph
    values = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    products = {node.output[0]: node for node in graph.node if node.op_type == "MatMul"}
    # A weight's name says nothing; that of the bias which is added to its product does.
    for node in (node for node in graph.node if node.op_type == "Add"):
        for product in (products[name] for name in node.input if name in products):
            weight, (bias,) = product.input[1], set(node.input) - {product.output[0]}
            if f"{weight}_q" in values and bias.endswith(".bias"):
                whole = values[f"{weight}_q"].astype(np.float32) * values[f"{weight}_scale"]
                values[bias.removesuffix("bias") + "weight"] = whole.T
    return {
        f"{layer}_{ours}_{kind}": torch.tensor(
            values[f"inner.encoder.layer.{layer}.{theirs}.{kind}"].copy()
        )
        for layer in LAYERS
        for theirs, ours in _PARTS.items()
        for kind in ("weight", "bias")
    }


def text_vectors(
    weights: Mapping[str, Tensor], states: Tensor, mask: Tensor, *, training: bool
) -> Tensor:
    """Return unit vectors, shape (texts, 384), from the states after the lower layers.

    `mask`, of shape (texts, tokens), is false where a text has ended.
    """
    from torch.nn import functional  # noqa: PLC0415

    for layer in LAYERS:
        states = _after_layer(weights, layer, states, mask, _DROPPED if training else 0.0)
    mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
    return functional.normalize(mean, dim=1)


def _after_layer(
    weights: Mapping[str, Tensor], layer: int, states: Tensor, mask: Tensor | None, dropped: float
) -> Tensor:
    """Return the states after one layer of BERT."""
    from torch.nn import functional  # noqa: PLC0415

    def both(part: str) -> tuple[Tensor, Tensor]:
        return weights[f"{layer}_{part}_weight"], weights[f"{layer}_{part}_bias"]

    def added(change: Tensor, norm: str) -> Tensor:
        thinned = functional.dropout(change, dropped, dropped > 0)
        return functional.layer_norm(states + thinned, (WIDTH,), *both(norm), eps=1e-12)

    query, key, value = (
        functional.linear(states, *both(part))
        .reshape(len(states), -1, _HEADS, WIDTH // _HEADS)
        .transpose(1, 2)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(2, 3) / (WIDTH // _HEADS) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask[:, None, None, :], float("-inf"))
    mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(len(states), -1, WIDTH)
    states = added(functional.linear(mixed, *both("attended")), "first_norm")
    wide = functional.gelu(functional.linear(states, *both("wide")))
    return added(functional.linear(wide, *both("narrow")), "second_norm")


def exported(weights: Mapping[str, Tensor], mean: Tensor, components: Tensor) -> bytes:
    """Return ONNX from `states` (1, tokens, 384) to `vector` (1, dimensions), of length one.

    The vector is turned to the principal components of all wordings, taken from their mean.
    """
    import torch  # noqa: PLC0415
    from torch.nn import functional  # noqa: PLC0415

    class OneText(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            for name, values in {**weights, "mean": mean, "components": components}.items():
                self.register_parameter(f"p_{name}", torch.nn.Parameter(values.detach()))

        def forward(self, states: Tensor) -> Tensor:
            mine = {name.removeprefix("p_"): values for name, values in self.named_parameters()}
            for layer in LAYERS:
                states = _after_layer(mine, layer, states, None, 0.0)
            vector = functional.normalize(states.mean(1), dim=1) - mine["mean"]
            return functional.normalize(vector @ mine["components"], dim=1)

    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the newer exporter needs a package more
        torch.onnx.export(
            OneText().eval(),
            (torch.randn(1, 20, WIDTH),),
            file,
            input_names=["states"],
            output_names=["vector"],
            dynamic_axes={"states": {1: "tokens"}},
            opset_version=18,
            dynamo=False,
        )
    return _quantized(file.getvalue())


def _quantized(model: bytes) -> bytes:
    """Return the model with eight-bit weights, which multiplies in eight bits: twice as fast."""
    from onnxruntime.quantization import QuantType, quantize_dynamic  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        floats, small = Path(folder) / "floats.onnx", Path(folder) / "small.onnx"
        floats.write_bytes(model)
        quantize_dynamic(floats, small, weight_type=QuantType.QInt8, per_channel=True)
        return small.read_bytes()
