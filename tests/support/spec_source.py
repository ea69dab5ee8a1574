"""A made-up specification of the shape that sources have, in our own words, and git around it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Final

from retrieval.settings import environment_without

TOOLS: Final = """---
title: "Tools"
---

<div id="enable-section-numbers" />

Lamps light rooms. Whoever owns a lamp can
switch it on, and a lamp tells its colour.

<Warning>

A person **SHOULD** be near every lamp that burns.

Owners **SHOULD**:

- Look at the lamp
  before they go to bed
- Keep water at hand

</Warning>

## Capabilities

Servers that own lamps **MUST** declare the `lamps` capability:

```json
{ "capabilities": { "lamps": {} } }
```

## Security Considerations

Servers **MUST**:

1. Check every colour
2. Refuse to burn
   [paper](/specification/draft/server/paper)
   - and straw

| Colour | Rule |
| ------ | ---- |
| `red` | MUST NOT blink |
| green | MAY blink |
"""

SCHEMA: Final = """---
title: Schema Reference
---

## Common Types

<div class="type">

### `Lamp`

<div class="tsd-signature"><span>interface</span> <span>Lamp</span> <span>&#x7B;</span><br/>&nbsp;\
<a href="#x">colour</a><span>?:</span> <span>string</span><br/><span>}</span></div> \
<div class="tsd-comment tsd-typography"><p>A lamp that a server owns.</p> </div> \
<section class="tsd-panel tsd-member"> <div class="tsd-anchor-link" id="lamp-colour" \
data-typedoc-h="3"><span>colour?: string</span><a href="#lamp-colour" class="tsd-anchor-icon">\
<svg viewBox="0 0 24 24"><use href="assets/icons.svg#icon-anchor"/></svg></a></div> \
<div class="tsd-comment tsd-typography"><p>The colour of the <code>Lamp</code>,
which clients SHOULD show.</p> <p>Known colours:</p><ul><li>red</li><li>green &amp; blue</li></ul>\
</div><aside class="tsd-sources"> <p>Inherited from Thing.colour</p></aside></section> \
<section class="tsd-panel tsd-member"> <div class="tsd-anchor-link" id="lamp-parts" \
data-typedoc-h="3"><span>parts: &#x7B; bulb: string }</span></div> \
<div class="tsd-type-declaration"> <div data-typedoc-h="4">Type Declaration</div> \
<ul class="tsd-parameters"> <li class="tsd-parameter"> <div data-typedoc-h="5">\
<code class="tsd-tag">Optional</code>bulb?: string</div> \
<div class="tsd-comment tsd-typography"><p>The bulb inside the lamp.</p> </div></li></ul></div>\
</section>
</div>
"""

SCHEMA_JSON: Final = json.dumps(
    {
        "definitions": {
            "Lamp": {
                "description": "A lamp that a server owns.",
                "properties": {
                    "colour": {
                        "description": 'The "colour" of the lamp.\n\nIt can be any\nword.',
                        "type": "string",
                    },
                    "description": {"type": "string"},
                },
                "required": ["colour"],
                "type": "object",
            }
        }
    },
    indent=4,
)

INDEX: Final = "---\ntitle: Specification\n---\n\nThis tells how lamps and rooms speak.\n"

PAGES: Final[dict[str, str]] = {
    "docs/specification/2024-11-05/index.mdx": INDEX,
    "docs/specification/2024-11-05/server/tools.mdx": TOOLS,
    "schema/2024-11-05/schema.json": SCHEMA_JSON,
    "docs/specification/2025-03-26/index.mdx": INDEX,
    "docs/specification/2025-03-26/server/tools.mdx": TOOLS,
    "docs/specification/2025-03-26/schema.mdx": SCHEMA,
    "schema/2025-03-26/schema.json": SCHEMA_JSON,
}
"""Two versions: one with a schema page, one with the schema alone."""

VERSION: Final = "2024-11-05"


def write_source(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Write a specification below `folder`; return `folder`."""
    for name, content in (PAGES if files is None else files).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return folder


class Repository:
    """A git repository that a test makes and commits to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main", ".")
        # As on the public hosts: a client may leave files out of what it fetches.
        self.git("config", "uploadpack.allowFilter", "true")

    @property
    def address(self) -> str:
        return self.folder.as_uri()

    def commit(self, message: str = "more") -> str:
        """Commit all that is in the folder; return the commit."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-c", "user.name=A Test", "-c", "user.email=test@example.test", *arguments],
            cwd=self.folder,
            env=environment_without("GIT_"),
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()
