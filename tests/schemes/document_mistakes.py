from tests.schemes.documents import MINIMAL, READING, WITH_READING, replaced

TIES = MINIMAL[MINIMAL.index("[[tie_breaks]]") : MINIMAL.index("[[pools]]")]
LEVELS = "levels = [{ points = 0"
SECOND = """
[[criteria]]
letter = "b"
rule = "lid 1"
name = "Bereik"
text = "hoeveel mensen het plan bereikt"
any_number_from = 0
"""
AVERAGE = """
[[criteria]]
letter = "b"
rule = "lid 1"
name = "Kosten"
text = "of de kosten laag zijn"

[criteria.average]
of = "requested_cents"
per = ["people"]
joined = "ratio_of_totals"
counts = "admissible"
bands = [{ points = 1, text = "laag", less_than = 1 }]
unknown = "people_unknown"
"""
PEOPLE = """
[[facts]]
key = "people"
kind = "whole_number"
question = "Hoeveel mensen?"
rule = "lid 1"
"""
SEASON = """
[[facts]]
key = "season"
kind = "choice"
question = "Wanneer?"
choices = ["zomer", "winter"]
rule = "lid 1"
"""
SPREAD = """
[[discretions]]
kind = "spread"
key = "spread"
code = "spread"
rule = "lid 1"
may_cap = true
"""
DISTANCE = """
[[discretions]]
kind = "distance"
key = "near"
code = "near"
rule = "lid 1"
metres = 500
across = "round"
pending = "keep"
then_on = ["a", "x"]
"""
LOW = """
[[discretions]]
kind = "low_score"
key = "low"
code = "low"
rule = "lid 1"
criteria = ["x"]
at_most = 0
on = "any"
pending = "keep"
"""
HIGHEST = """
[[tie_breaks]]
kind = "highest_on"
code = "highest"
rule = "lid 2"
when = "straddling"
criteria = ["a"]

"""
LOTS = '[[tie_breaks]]\nkind = "loting"'


def minimal(changes: dict[str, str], more: str = "") -> str:
    return replaced(MINIMAL, changes) + more


def rule(table: str, code: str, fields: str) -> str:
    return f'\n[[{table}]]\ncode = "{code}"\n{fields}\n'


def refused(condition: str) -> str:
    return f'\n[[thresholds]]\ncode = "low"\nrule = "lid 1"\nrefused_when = {condition}\n'


def with_reading(changes: dict[str, str], more: str = "") -> str:
    return replaced(WITH_READING, changes) + more


MISTAKES = {
    # What a field is
    "missing field": minimal({'title = "Proefregeling"\n': ""}),
    "missing table": minimal({MINIMAL[MINIMAL.index("[assessment]") :]: ""}),
    "no ending": minimal({TIES: ""}),
    "unknown field": minimal({"[[leden]]": 'titel = "x"\n\n[[leden]]'}),
    "unknown field in a rule": minimal({'name = "Nut"': 'naam = "Nut"'}),
    "unknown kind": minimal({'kind = "loting"': 'kind = "dobbelsteen"'}),
    "no kind": minimal({'kind = "loting"\n': ""}),
    "no kind of condition": minimal({}, refused("{ points = 3 }")),
    "unknown kind of condition": minimal({}, refused('{ kind = "below", points = 3 }')),
    "number for text": minimal({'"Proefregeling"': "5"}),
    "text for number": minimal({"least_assessors = 1": 'least_assessors = "1"'}),
    "text for true": minimal({"[[pools]]\n": '[[pools]]\nsingle = "ja"\n'}),
    "true for number": minimal({"least_assessors = 1": "least_assessors = true"}),
    "true for points": minimal({"points = 0": "points = true"}),
    "text for list": minimal({'ranked_when = ["always"]': 'ranked_when = "always"'}),
    "text for table": minimal({'{ code = "inadmissible", rule = "lid 1" }': '"inadmissible"'}),
    "text for tables": minimal({TIES: "", "[[leden]]": 'tie_breaks = "loting"\n[[leden]]'}),
    "text in a list of tables": minimal({TIES: "", "[[leden]]": 'tie_breaks = ["loting"]\n[[leden]]'}),
    "list for text": minimal({'"Proefregeling"': '["Proefregeling"]'}),
    "float": minimal({"points = 2": "points = 2.5"}),
    "nan": minimal({"points = 2": "points = nan"}),
    "infinite": minimal({"points = 2": "points = -inf"}),
    "exponent": minimal({"least_assessors = 1": "least_assessors = 1e0"}),
    "date": minimal({'"Proefregeling"': "2026-01-01"}),
    "time": minimal({'"Proefregeling"': "12:00:00"}),
    "moment": minimal({'"Proefregeling"': "2026-01-01T12:00:00Z"}),
    "number of 41 digits": minimal({"points = 2": f"points = {10**40}"}),
    "hexadecimal of 6000 digits": minimal({"points = 2": f"points = 0x{'f' * 5000}"}),
    "points in words": minimal({"points = 2": 'points = "twee"'}),
    "points with a comma": minimal({"points = 2": 'points = "2,5"'}),
    "points over nought": minimal({"points = 2": 'points = "2/0"'}),
    "empty text": minimal({'"Proefregeling"': '"  "'}),
    "empty list": minimal({'["always"]': "[]"}),
    "capitals in a slug": minimal({'slug = "proef"': 'slug = "Proef"'}),
    "path in a slug": minimal({'slug = "proef"': 'slug = "../proef"'}),
    "slug of 81 letters": minimal({'slug = "proef"': f'slug = "{"x" * 81}"'}),
    "letter of three": minimal({'letter = "a"': 'letter = "abc"'}),
    "unknown choice": minimal({'does_not_fit = "partial"': 'does_not_fit = "half"'}),
    "unknown scope": minimal({'when = "straddling"': 'when = "soms"'}),
    "too few": minimal({"least_assessors = 1": "least_assessors = 0"}),
    "too many weeks": minimal(
        {}, '\n[deciding_term]\nweeks = 105\ncounted_from = "closing"\nsource = "Awb 4:13"\n'
    ),
    "too many criteria": minimal(
        {}, "".join(SECOND.replace('"b"', f'"{c}{d}"') for c in "bcdef" for d in "abcdefghij")
    ),
    # Criteria
    "no way of scoring": minimal({LEVELS: "# "}),
    "two ways of scoring": minimal({LEVELS: f"any_number_from = 0\n{LEVELS}"}),
    "unknown scale": minimal({LEVELS: 'scale = "mate" # '}),
    "equal levels": minimal({"points = 2": 'points = "0/5"'}),
    "weight of nought": minimal({LEVELS: f"weight = 0\n{LEVELS}"}),
    "negative weight": minimal({LEVELS: f'weight = "-1/2"\n{LEVELS}'}),
    "letter twice": minimal({}, SECOND.replace('"b"', '"a"')),
    "fact that is not asked": minimal({}, AVERAGE),
    "fact that is no number": minimal({}, AVERAGE + PEOPLE.replace("whole_number", "text")),
    "fact with the name of a field": minimal({}, PEOPLE.replace('"people"', '"pool"')),
    "fact with the name of a mark": minimal(
        {}, AVERAGE + PEOPLE + PEOPLE.replace('"people"', '"people_unknown"')
    ),
    "mark with the name of a field": minimal({}, AVERAGE.replace("people_unknown", "scores") + PEOPLE),
    "fact to divide by that can be nought": minimal({}, AVERAGE + PEOPLE + "least = 0\n"),
    "two marks": minimal(
        {}, AVERAGE + AVERAGE.replace('"b"', '"c"').replace("people_unknown", "none") + PEOPLE
    ),
    "choice without choices": minimal({}, PEOPLE.replace("whole_number", "choice")),
    "choices of a text": minimal({}, PEOPLE.replace('"whole_number"', '"text"\nchoices = ["a"]')),
    "question that is asked after no choice": minimal(
        {}, PEOPLE + 'only_if = { fact = "people", answers = ["zomer"] }\n' + SEASON
    ),
    "question that is asked after a later one": minimal(
        {}, PEOPLE + 'only_if = { fact = "season", answers = ["zomer"] }\n' + SEASON
    ),
    "question that is asked after an answer that cannot be given": minimal(
        {}, SEASON + PEOPLE + 'only_if = { fact = "season", answers = ["zomer", "herfst"] }\n'
    ),
    "question that is asked after one that is asked only sometimes": minimal(
        {},
        SEASON
        + SEASON.replace('"season"', '"month"')
        + 'only_if = { fact = "season", answers = ["zomer"] }\n'
        + PEOPLE
        + 'only_if = { fact = "month", answers = ["zomer"] }\n',
    ),
    "attachment that is asked after a question that is not there": minimal(
        {},
        '\n[[attachments]]\nkey = "plan"\nquestion = "Een plan"\nrule = "lid 1"\n'
        'only_if = { fact = "season", answers = ["zomer"] }\n',
    ),
    "question that lists without fixed names require": minimal({}, PEOPLE + 'required_on = ["large"]\n'),
    "question that is required on some lists and on none": minimal(
        {"[[pools]]\n": '[[pools]]\nids = ["small"]\n'},
        PEOPLE + 'required = false\nrequired_on = ["small", "large"]\n',
    ),
    "names of lists that are not there, twice or with borders that cross": minimal(
        {
            "[[pools]]\n": '[[pools]]\nids = ["small"]\nnames = [{ id = "small", label = "klein" }, { id = "small", '
            'label = "kleiner", least_requested_cents = 2, most_requested_cents = 1 }, { id = "large", label = "groot" }]\n'
        }
    ),
    "ratio of totals over two facts": minimal(
        {}, AVERAGE.replace('["people"]', '["people", "requested_cents"]') + PEOPLE
    ),
    # Thresholds, ties, discretions
    "unknown letter in a threshold": minimal(
        {}, refused('{ kind = "points_below", points = 1, of = ["x"] }')
    ),
    "unknown letter within a condition": minimal(
        {},
        refused(
            '{ kind = "all_of", conditions = [{ kind = "fewer_than", count = 1, points = 1, of = ["y"] },'
            ' { kind = "any_of", conditions = [{ kind = "points_below", points = 1, of = ["x"] }] }] }'
        ),
    ),
    "share of what has no most": minimal({}, SECOND + refused('{ kind = "share_below", share = "1/2" }')),
    "letter of a share that has no most": minimal(
        {}, SECOND + refused('{ kind = "share_below", share = "1/2", of = ["b"] }')
    ),
    "unknown letter in a tie-break": minimal({LOTS: HIGHEST.replace('["a"]', '["a", "x"]') + LOTS}),
    "unknown fact in a tie-break": minimal(
        {
            LOTS: HIGHEST.replace("highest_on", "fact").replace(
                'criteria = ["a"]', 'fact = "people"\nfirst = "lowest"'
            )
            + LOTS
        }
    ),
    "loting not last": minimal({}, HIGHEST),
    "no loting": minimal({TIES: HIGHEST}),
    "wider scope after narrower": minimal(
        {
            LOTS: HIGHEST + LOTS,
            'rule = "lid 2"\nwhen = "straddling"\n\n': 'rule = "lid 2"\nwhen = "exceeded"\n\n',
        }
    ),
    "pro rata that does not straddle": minimal({'"loting"': '"pro_rata"', '"straddling"': '"exceeded"'}),
    "unknown letter in a discretion": minimal({}, LOW),
    "unknown letter in then_on": minimal({}, DISTANCE),
    "discretion named remainder": minimal({}, SPREAD.replace('key = "spread"', 'key = "remainder"')),
    "two discretions of a kind": minimal({}, SPREAD + SPREAD.replace('key = "spread"', 'key = "other"')),
    "class of a fact without choices": minimal({}, PEOPLE + rule("priorities", "first", 'fact = "people"')),
    "group of a fact that is not asked": minimal({}, rule("at_most", "one", 'fact = "village"\ngrants = 1')),
    "best of a fact that is not asked": minimal({}, '\n[best_first]\ncode = "best"\nfact = "village"\n'),
    "band that is full without a number": minimal(
        {}, rule("amounts", "low", 'from_points = 1\nmost_cents = 5\ngrants_reached = { code = "full" }')
    ),
    "lids that do not exist": minimal(
        {},
        PEOPLE.replace("whole_number", "choice").replace("rule", 'choices = ["a", "b"]\nrule')
        + rule("priorities", "first", 'fact = "people"\nrule = "lid 3"')
        + rule("at_most", "one", 'fact = "people"\ngrants = 1\nrule = "lid 4"')
        + '\n[best_first]\ncode = "best"\nfact = "people"\nrule = "lid 5"\n'
        + rule("amounts", "low", 'from_points = 1\nmost_cents = 5\nrule = "lid 6"')
        + rule("amounts", "high", "from_points = 2\nmost_cents = 9\ngrants = 1")
        + 'grants_reached = { code = "full", rule = "lid 7" }\n',
    ),
    "amounts without a list that always is": minimal(
        {'["always"]': '["not_all_fit"]'}, rule("amounts", "low", "from_points = 1\nmost_cents = 5")
    ),
    "pro rata beside amounts": minimal(
        {'"loting"': '"pro_rata"'}, rule("amounts", "low", "from_points = 1\nmost_cents = 5")
    ),
    "pro rata beside a number": minimal(
        {
            '"loting"': '"pro_rata"',
            "[[pools]]\n": '[[pools]]\ngrants = 1\nnumber_reached = { code = "taken" }\n',
        }
    ),
    # Lists and leden
    "pool without number_reached": minimal({"[[pools]]\n": "[[pools]]\ngrants = 1\n"}),
    "optional number without number_reached": minimal({"[[pools]]\n": '[[pools]]\nnumber = "optional"\n'}),
    "number fixed and given": minimal(
        {"[[pools]]\n": '[[pools]]\nnumber = "optional"\ngrants = 1\nnumber_reached = { code = "taken" }\n'}
    ),
    "first stage with two winners": minimal(
        {"[[pools]]\n": '[[pools]]\nfirst_stage = true\ngrants = 2\nnumber_reached = { code = "taken" }\n'}
    ),
    "lid that does not exist": minimal({'rule = "lid 2"': 'rule = "lid 3, onder a"'}),
    "lid of a limit that does not exist": minimal(
        {"[[pools]]\n": '[[pools]]\ngrants = 1\nnumber_reached = { code = "taken", rule = "lid 9" }\n'}
    ),
    "lid of an ending that does not exist": minimal(
        {'{ code = "eligible_amount" }': '{ code = "eligible_amount", rule = "lid 4" }'}
    ),
    "lid of a requirement that does not exist": minimal(
        {}, '\n[[requirements]]\nkey = "signed"\nquestion = "Getekend?"\nrule = "lid 4"\nabout = "complete"\n'
    ),
    "lid twice": minimal({'number = "2"': 'number = "1"'}),
    "names twice": minimal(
        {},
        PEOPLE
        + PEOPLE
        + 2 * '\n[[attachments]]\nkey = "plan"\nquestion = "Een plan"\nrule = "lid 1"\n'
        + 2
        * '\n[[requirements]]\nkey = "signed"\nquestion = "Getekend?"\nrule = "lid 1"\nabout = "complete"\n'
        + 2 * '\n[[positions]]\nid = "p1"\nrule = "lid 1"\nquestion = "?"\nchoice = "a"\nwhy = "b"\n'
        + 2 * '\n[[scales]]\nname = "mate"\nrule = "lid 1"\nlevels = [{ points = 1, text = "x" }]\n',
    ),
    # Readings
    "readings as text": minimal({"[[leden]]": 'readings = "geen"\n[[leden]]'}),
    "reading that does not exist": minimal({'"straddling"': '{ reading = "ties" }'}),
    "part of a reading that does not exist": minimal({'"straddling"': '{ reading = "ties", part = "x" }'}),
    "reading that is not used": minimal({}, READING),
    "reading twice": with_reading({}, READING),
    "reading with a lid that does not exist": with_reading(
        {'rule = "lid 2"\nquestion': 'rule = "lid 7"\nquestion'}
    ),
    "choice that is not among the choices": with_reading({'chosen = "straddling"': 'chosen = "exceeded"'}),
    "choice of another type": with_reading(
        {'chosen = "straddling"': "chosen = 1", 'choice = "always"': 'choice = "1"'}
    ),
    "choice twice": with_reading({'choice = "always"': 'choice = "straddling"'}),
    "one choice": with_reading({'[[readings.choices]]\nchoice = "always"\ntext = "Altijd."\n': ""}),
    "choice that is a list": with_reading({'choice = "always"': 'choice = ["always"]'}),
    "true as choice": with_reading({'choice = "always"': "choice = true"}),
    "unknown field in a reading": with_reading({'why = "Zo': 'waarom = "Zo'}),
    "reading that only names a reading": with_reading({}, '\n[[readings]]\nreading = "ties"\n'),
    "only_with an unknown reading": with_reading(
        {'text = "Altijd."': 'text = "Altijd."\nonly_with = { x = "y" }'}
    ),
    "only_with an unknown choice": with_reading(
        {'text = "Altijd."': 'text = "Altijd."\nonly_with = { ties = "y" }'}
    ),
    "only_with as list": with_reading({'text = "Altijd."': 'text = "Altijd."\nonly_with = ["ties"]'}),
    "meaning with a reading": with_reading(
        {'text = "Altijd."': 'text = "Altijd."\nmeans = { reading = "ties" }'}
    ),
    "chosen clash": with_reading({'text = "Waar': 'only_with = { ties = "always" }\ntext = "Waar'}),
    "other choice breaks the rules": with_reading({'choice = "always"': 'choice = "soms"'}),
    "part that is not there": with_reading(
        {
            'reading = "ties" }': 'reading = "ties", part = "scope" }',
            'text = "Altijd."': 'text = "Altijd."\nmeans = { when = "always" }',
        }
    ),
}
