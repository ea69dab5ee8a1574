"""The verbs of this field, by what tells them from nouns."""

from __future__ import annotations

from typing import Final

VERBS: Final = frozenset(
    """
    accept accommodate acknowledge act add advertise aggregate align allow announce answer
    appear apply approve arrive ask assign assume attach attempt authenticate authorize avoid
    become begin behave belong bind block break bridge bring build bundle cache call cancel cap
    carry cause change check choose clarify close collect come communicate complete comply
    conform connect consist consume contain continue control convert correspond cover create
    decide declare decline define delegate delete deliver demand deny depend deprecate derive
    describe determine differ disable discard disconnect discover dismiss display document drop
    ease elicit eliminate emit enable encode encrypt end enforce enhance ensure establish
    evolve exchange execute exist expand expect expire explain expose express extend fail fall
    fetch filter find finish fit follow forbid force formalize forward gain generate get give
    go govern grant guarantee guide handle happen help hide hold honor honour identify ignore
    implement imply improve include indicate inform inherit initialize initiate inspect
    integrate interact interpret introduce invoke isolate issue keep know lack land launch lead
    leak leave let lie lift limit list listen live load log look lose love maintain make manage
    mandate map mark match maximize mean mention minimise minimize mirror modify monitor move
    narrow need negotiate notify obey obtain occur offer omit open operate orchestrate override
    own parse participate pass perform permit pick place poll prefer present preserve prevent
    process produce prohibit prompt propose protect prove provide publish push put query raise
    reach react read receive recommend record redirect reduce refer reflect refresh refuse
    register reject relax rely remain remove rename render repeat replace reply report
    represent request require resemble reset resolve respect respond restart restrict result
    resume retain retire retrieve retry return reuse reveal revoke rotate route run sandbox
    sanitize save say scale secure see select send separate serialize serve set shape share
    ship show sign signal simplify sit skip soften solve speak specify split standardise
    standardize start state stay stop store stream subscribe suggest supersede support switch
    take talk target tell terminate throttle tie tighten track transfer transform translate
    transmit travel treat trigger trust turn understand unlock update use validate vary verify
    wait want warn widen work wrap write
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""In their base form."""

ALSO_NOUNS: Final = frozenset(
    """
    answer block cache call cap cause change check control demand display document drop end
    exchange fall filter find force guide handle help hold host issue lead leak limit list load
    log look make map mark match need offer open own pass place poll present process prompt
    push query reach read record redirect refresh repeat reply report request reset result
    retry return route run share ship show sign signal split start state stay stop store stream
    support switch talk target track transfer trigger trust turn update use wait want work wrap
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""Those whose forms are nouns as often."""

ORDERS: Final = VERBS | frozenset(
    """
    activate adapt adjust attend audit authorise backup bear browse bump buy calculate capture
    catch click clone combine compare compile configure confirm consider copy customize debug
    deploy design distrust don't download drag edit encourage enjoy enter escape evaluate
    examine export feel fill fix forget format harden head highlight imagine import inject
    insert install instruct invite join jump learn link lock meet merge migrate name navigate
    never note obscure observe order paste pay pin ping plan play pop practice prepare press
    print pull rate rebuild redact release remember replay restore review rewrite sanitise scan
    schedule scroll search seek snapshot spin stick strip study submit surface swap sync tag
    tap test thank think throw time toggle try tune type uncomment uninstall unpack unzip
    upgrade upload visit walk watch wire
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""What a sentence that tells its reader to do something may begin with."""

IRREGULAR_PASTS: Final = frozenset(
    """
    became began broke brought built came caught chose cost did drew fell felt found gave got
    had held hurt kept knew learnt left lost made meant met paid put ran rebuilt rewrote said sat
    saw sent shipped showed spent spoke stood stopped stuck taught thought told took turned
    understood was went were woke won worked wrote
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""Past tenses that do not end in -ed."""
