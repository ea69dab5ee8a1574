"""Words that tell whether a sentence is about the Model Context Protocol."""

from __future__ import annotations

import re
from typing import Final

PROTOCOL: Final = re.compile(
    r"\b(?:MCP|Model Context Protocol|the protocol|the (?:base )?spec(?:ification)?"
    r"|this (?:revision|spec))\b(?! (?:Inspector|Registry|SDK|CLI|gateway|hub|marketplace))",
    re.I,
)
ACTOR: Final = re.compile(
    r"\b(?:(?:authori[sz]ation |resource |mcp )?servers?|clients?|hosts?|host applications?"
    r"|receivers?|senders?|requestors?|implementations?|implement[eo]rs?|proxies|proxy server"
    r"|peers?|(?:both|either) (?:sides?|parties|party))\b",
    re.I,
)
CONCEPTS: Final = re.compile(
    r"\b(?:tools?|resources?|prompts?|sampling|roots?|elicitation|capabilit(?:y|ies)|primitives?"
    r"|handshake|initiali[sz]ation|sessions?(?: ids?)?|transports?|stdio|stdin|stdout|stderr"
    r"|streamable http|sse|json-rpc|notifications?|requests?|responses?|batch(?:es|ing)?"
    r"|messages?|progress|cursors?|pagination|completions?|cancellations?|cancel\w*|ping|tasks?"
    r"|annotations?|structured (?:content|output|results?)|(?:in|out)put schemas?|schemas?"
    r"|protocol versions?|version negotiation|(?:access|refresh|bearer) tokens?|tokens?"
    r"|authori[sz]ation|oauth|pkce|client registration|metadata|consent|rate limit\w*"
    r"|uri templates?|uris?|mime types?|embedded|resource links?|error codes?|origin|headers?"
    r"|endpoints?|subscri\w+|log(?:ging)? (?:levels?|messages?)|lifecycle|stateless|stateful"
    r"|page size|model-controlled|application-driven|user-controlled|icons?|extensions?|host"
    r"|user consent|llm|models?|sandbox\w*|content|results?|errors?|fields?|arguments?|log(?:s"
    r"|ging)?|users?|shutdown|connections?|timeouts?|scopes?|streams?|events?|disconnect\w*|http"
    r"|protocol|ttl|cach\w+|expir\w+|authentication|credentials?|passwords?|secrets?|privileges?"
    r"|localhost|confused deputy|token passthrough|audience|redirect ur[il]s?)\b",
    re.I,
)
TOPIC: Final = re.compile(
    r"\b(?:mcp|servers?|clients?|hosts?|tools?|resources?|prompts?|sampling|roots?|elicitation"
    r"|capabilit(?:y|ies)|primitives?|initiali[sz]ation|lifecycle|sessions?|transports?|stdio"
    r"|streamable http|sse|json-rpc|notifications?|requests?|responses?|batching|messages?"
    r"|progress|cursors?|pagination|completions?|cancellation|ping|tasks?|annotations?"
    r"|structured (?:content|output)|(?:in|out)put schemas?|versioning|protocol versions?"
    r"|version negotiation|tokens?|authori[sz]ation|pkce|client registration|consent|error codes?"
    r"|errors|error handling|icons?|logging|subscriptions?|caching)\b",
    re.I,
)
METHOD: Final = re.compile(
    r"\b(?:(?:tools|resources|prompts|sampling|roots|elicitation|completion|logging|tasks"
    r"|notifications|subscriptions)/[a-z][\w/]+|server/discover)\b"
)
"""The form of a method, also where the protocol has no such method."""
TELLING: Final = re.compile(
    r"\b(?:humans? in the loop|model-controlled|application-(?:driven|controlled)|user-controlled"
    r"|token passthrough|confused deputy|structured (?:content|output)|protocol versions?"
    r"|version negotiation|streamable http|json-rpc|resource (?:templates?|links?|indicators?)"
    r"|protected resource metadata|client registration|rate limit\w*|tool annotations"
    r"|uri templates?|RFC ?\d{3,5})\b",
    re.I,
)
"""What hardly anybody speaks of but about MCP."""
CHANGED: Final = re.compile(
    r"(?:added|removed|introduced|deprecated|renamed|replaced|dropped|gained|became|changed|moved"
    r"|merged|split|required|allowed|supported|defined|called|was|were|had)$"
)
NOT_A_STORY: Final = re.compile(
    r"\b(?:must|shall|should|may|can(?:not)?|will|never|is|are|has|have|does|do|supports?"
    r"|requires?)\b",
    re.I,
)
OBJECT: Final = re.compile(
    r"(?!(?:in|by|from|with|to|via|at|of|on|as|inside|within|through|under|over|for|after|before"
    r"|without|during|during|and|or)\b)\w",
    re.I,
)
CAPITALS: Final = re.compile(r"\b(?:MUST|SHALL|SHOULD|MAY|REQUIRED|RECOMMENDED|OPTIONAL)\b")
MODAL: Final = re.compile(
    r"\b(?:must|shall|should|may|cannot|required?|requires|optional|mandatory|forbidden|allowed"
    r"|never|have to|has to|needs? to|recommended|not supported|supports?)\b",
    re.I,
)
OWN: Final = re.compile(
    r"\b(?:I|we|our|ours|my|mine|me|us)\b|\b(?:this|the) (?:project|repo(?:sitory)?|package"
    r"|library|plugin|cli|dashboard|gateway|app store|company|team|wizard|installer)\b"
    r"|\bthis (?:server|client|tool|sdk|implementation)\b",
    re.I,
)
PRODUCT: Final = re.compile(
    r"\b(?:(?:the|[A-Z]\w+) SDKs?|FastMCP|Inspector|Claude(?: Desktop| Code)?|VS ?Code"
    r"|Cursor(?= (?:and|is|has|supports|lets|reads|ships))|Windsurf|Zed|Copilot|ChatGPT|GPT-?\w*"
    r"|OpenAI|Anthropic|Google|GitHub|Docker|Kubernetes|Nginx|Postgres(?:QL)?|SQLite|Redis|Slack"
    r"|Jira|Grafana|Terraform|npm|pip|uvx?|Node(?:\.js)?|Python|TypeScript|JavaScript|Rust|Go"
    r"|Java|LangChain|LangGraph|REST|GraphQL|gRPC|OpenAPI|LSP|Language Server Protocol|A2A|Kafka"
    r"|AWS|Azure|Cloudflare|macOS|Windows|Linux|YAML)\b"
)
OURS_IN_A_PROJECT: Final = re.compile(
    r"(?:the|all|both|these|each|every)(?: \w+)? (?:servers?|clients?|tools?|resources?|prompts?"
    r"|requests?|responses?|errors?|results?|sessions?|logs?|tokens?)$",
    re.I,
)
"""In the text of a project, what stands there for its own parts."""
ARTEFACT: Final = re.compile(
    r"(?:^|[\s`(])(?:npm|npx|pip|pipx|uv|uvx|docker|git|curl|brew|yarn|pnpm|cargo|make|python3?"
    r"|node)\s+[\w.-]|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b|[\w/-]+\.(?:py|ts|js|mjs|toml|ya?ml|md"
    r"|env|lock|go|rs|java|sh|cfg|ini)\b|\b\w+_config\.json\b|\bpackage\.json\b|~/|\.env\b"
)
FLAG: Final = re.compile(r"(?:\s|`)--?[a-z][\w-]*(?=[\s`=,.])")
OF_A_PROJECT: Final = re.compile(r"\b(?:install\w*|licen[sc]e)\b", re.I)
RELEASE: Final = re.compile(r"\bv?\d+\.\d+\.\d+\b")
ASIDE_HEADING: Final = re.compile(
    r"\b(?:install\w*|licen[sc]e|contribut\w*|development|credits?|acknowledg\w*|about (?:us|me"
    r"|the author)|roadmap|support us|sponsors?|prerequisites|you(?:['’]ll| will) need|set ?up"
    r"|quick ?start|configuration|troubleshooting|environment variables|links|further reading"
    r"|next steps|contact|table of contents|contents|docker|build(?:ing)? from source|usage"
    r"|testing|benchmarks?|why (?:we|i|should you)|our)\b",
    re.I,
)
GENERIC_NAMES: Final = frozenset(
    """
    accept action alert args argument arguments array assistant audio boolean call code command
    completed config content context critical dark data date debug default delete description
    else email emergency endpoint enum env error failed file form format get github graphql
    grpc host id if image info input integer items javascript key level light list message
    messages metadata method mode model name native node none not notice null number oauth
    openid optional path pattern port post private properties public reason ref required result
    retry size sizes src state status string text theme then title total type typescript uri
    url user value values version warning web websocket websockets working
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
