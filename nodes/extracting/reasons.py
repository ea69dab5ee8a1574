"""Why a sentence is no claim about the protocol, apart from what it is about."""

from __future__ import annotations

import re
from typing import Final

from nodes.extracting.words import without_opening

_BEGINNING: Final = 80

_TO_THE_JUDGE: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,30}\b(?:previous|prior|above|earlier"
    r"|preceding|your|system)\b[^.]{0,20}\b(?:instructions?|prompts?|rules|guidelines)\b"
    r"|\b(?:mark|rate|label|judge|treat|report|score|classify|consider"
    r"|accept)\b[^.]{0,20}\b(?:claims?|statements?|sentences?|everything|(?:this|whole"
    r"|entire) (?:text|page|article|document))\b[^.]{0,40}\b(?:accurate|correct|supported|true"
    r"|valid|verified|contradicted|inaccurate|false)\b|\byou are (?:now )?(?:an? )?(?:\w+"
    r" ){0,3}(?:assistant|fact[- ]?checker|judge|ai|validator)\b|\b(?:ai|llm|fact[- ]?check\w*"
    r"|automated|language model) (?:reviewers?|judges?|checkers?)\b|\b(?:note|message"
    r"|instructions?) (?:to|for) (?:the )?(?:\w+ )?(?:judges?|reviewers?|fact[- ]?checkers?"
    r"|checkers?|ai|llms?)\b|^(?:system|assistant|user)\s*(?:prompt|message)?\s*: ?(?:you|ignore"
    r"|mark)\b",
    re.I,
)
_FEELS: Final = re.compile(
    r"\b(?:i|we)(?:['’](?:d|m|re|ve))? (?:\w+ ){0,2}?(?:think|believe|feel|guess|suspect|hope"
    r"|love|like|prefer|hate|wish|doubt|find|recommend|suggest|argue|enjoy|consider|expect|bet)\b"
    r"|\b(?:in|to) my (?:opinion|view|mind|eyes|experience|taste)\b|\bin our (?:opinion|view"
    r"|experience)\b|\bimho\b|(?-i:\bIMO\b)|(?:^|, )(?:honestly|frankly|personally|arguably"
    r"|admittedly)\b",
    re.I,
)
_PRAISE: Final = (
    r"great|awesome|amazing|fantastic|wonderful(?:ly)?|brilliant(?:ly)?|excellent|nice(?:ly)?"
    r"|lovely|beautiful(?:ly)?|elegant(?:ly)?|cool|neat|fun|joy|exciting|annoying|ugly|painful"
    r"|pain|boring|terrible|horrible|awful|stupid|silly|clever|smart|powerful|impressive"
    r"|game[- ]changer|magic(?:al)?|delight(?:ful)?|breeze|nightmare|headache|mess|happy|sad"
    r"|scary|confusing|overkill|gem|superpower|refreshing|tedious|favou?rite|worth it|underrated"
    r"|overrated|overlooked|alphabet soup|no-brainer|traps?|pitfalls?|revolution\w*|hype\w*|sweet"
    r"|handy|painless|trivial|interesting"
)
_PRAISES: Final = re.compile(
    rf"\b(?:is|are|was|were|be|been|feels?|looks?|seems?|makes?|remains?|turned out"
    rf"|gets?)\b[^.;]{{0,60}}?\b(?:{_PRAISE})\b"
    rf"|\b(?:{_PRAISE})\b[^.;]{{0,20}}?!|^what an? |\bthe (?:best|worst|nicest|hardest|easiest"
    rf"|trickiest"
    r"|most \w+) (?:part|thing|rule|feature|bit|way|place|protocol|idea|change|improvement)\b"
    r"|\bmakes? (?:it|life|things|this|that|\w+ing)(?: \w+)? (?:so |much |very |wonderfully "
    r"|really )?(?:easy|easier|simple|simpler|hard|harder|possible)\b|\b(?:adoption|traction"
    r"|momentum|buzz|hype)\b",
    re.I,
)
_DUTY: Final = re.compile(r"\b(?:must|shall|should|may not|required|MAY|forbidden)\b", re.I)
_TO_THE_READER: Final = re.compile(
    r"\b(?:you|we)(?:['’](?:ll|d|ve|re))? (?:can |could |may |might |should |will |would |now "
    r"|also |only |just |don['’]t |do not |want to |need to |have to |are going to "
    r"|already )*(?:skip|ignore this|see|find|notice|use our|read|install|try|run|click|learn"
    r"|build|write|create|look|know|start|need (?:a|an|the|to know|python|node|docker)|recognise"
    r"|recognize|remember|wonder|think|walk|cover|show|dive|explore|get|follow|imagine|ask"
    r"|have (?:a|an|the)|be (?:ready|able|surprised))\b|\blet(?:['’]s| us)\b|\b(?:click|scroll"
    r"|stay tuned|read on|sign up|subscribe to (?:our|the)|star (?:us|the)|pull requests?"
    r"|have fun|happy coding|enjoy)\b",
    re.I,
)
_ABOUT_THE_TEXT: Final = re.compile(
    r"^(?:(?:in|by the end of|throughout|below|above|the rest of|all of|everything in) )?(?:this"
    r"|the following|these|our|the next|the previous|the last|my"
    r"|the rest of th\w+) (?:\w+ ){0,2}?(?:page|guide|post|article|document|doc|tutorial|section"
    r"|chapter|table|examples?|diagram|figure|(?:code )?(?:snippets?|samples?)|readme|faq|talk"
    r"|deck|slides?|changelog|walkthrough|write-up|blog|answers?|questions?|notes?|checklist"
    r"|recap|summary|exercise|series|cheat ?sheet|paragraphs?|lesson|workshop|course|digest"
    r"|overview|introduction|primer|video|episode|newsletter|handbook|manual"
    r"|reference(?! type))\b|^(?:answers|examples|questions|details) (?:refer|are|below)\b"
    r"|^(?:here(?:['’]s| is| are)|there(?:['’]s| is| are) (?:a few|some|several|two|three|four"
    r"|many) (?:things|reasons|ways|points|questions|steps|rules))\b|^(?:below|above),? (?:is|are"
    r"|we|you)\b|^(?:that|this)['’]?s? (?:is )?(?:really )?(?:all|it)\b|\b(?:see also|read more"
    r"|learn more|more (?:on|about) (?:this|that)|as follows)\b",
    re.I,
)
_HEARSAY: Final = re.compile(
    r"\b(?:misconception|myth|urban legend|so we (?:believed|thought)|(?:some|many"
    r"|most) (?:people|folks|developers|posts|articles) (?:think|believe|say|claim|assume|assert)"
    r"|you (?:may|might|will) (?:hear|have (?:heard|read))|is (?:often|sometimes|widely) (?:said"
    r"|claimed|believed))\b",
    re.I,
)


def speaks_to_a_judge(text: str) -> bool:
    """Return whether a sentence addresses whoever checks the text. It is data like all others."""
    return bool(_TO_THE_JUDGE.search(text))


def is_opinion(text: str) -> bool:
    """Return whether a sentence says what its author likes, feels or believes."""
    if _FEELS.search(text):
        return True
    return bool(_PRAISES.search(text)) and not _DUTY.search(text)


def is_to_the_reader(text: str) -> bool:
    """Return whether a sentence tells its reader what is to be done, or what comes next."""
    return bool(_TO_THE_READER.search(without_opening(text)[:_BEGINNING]))


def is_about_the_text(text: str) -> bool:
    """Return whether a sentence speaks of the document itself, or only of what others say."""
    return bool(_ABOUT_THE_TEXT.search(text) or _HEARSAY.search(text))
