import fc from "fast-check";

import { randomQuery } from "./random-query.ts";

const { letrec, constantFrom: oneOf } = fc;

type Text = fc.Arbitrary<string>;
type Part = string | Text;

/** Parts one after the other. */
const joined = (...parts: readonly Part[]): Text =>
  fc
    .tuple(...parts.map(part => (typeof part === "string" ? fc.constant(part) : part)))
    .map(texts => texts.join(""));
const listOf = (part: Text, maxLength: number, minLength = 0): Text =>
  fc.array(part, { minLength, maxLength }).map(texts => texts.join(", "));

const name = oneOf(
  "up",
  "queue_length",
  "job:rate:sum",
  "sum",
  "fill",
  "anchored",
  "start",
  "step",
  "info",
  "offset_total",
);
/** Names that need quotes, and some that do not. */
const quotedName = joined(
  oneOf('"', "'", "`"),
  oneOf(
    "http.requests",
    "été",
    "日本",
    "name with space",
    "{",
    "}",
    "#",
    "up",
    "namespace",
    "a\\u0062",
    "\\x6eamespace",
    "__name__",
    "",
  ),
  oneOf('"', "'", "`"),
);
const label = oneOf("job", "namespace", "le", "__name__", "on", "by", "start", "fill");
const value = oneOf(
  '"shop"',
  '"rival"',
  '".+"',
  "'a'",
  "`}`",
  '"#"',
  '"\\""',
  '"\\u{7d}"',
  '"\\175"',
  '"é"',
);
const matcher = joined(
  fc.oneof({ weight: 3, arbitrary: label }, { weight: 2, arbitrary: quotedName }),
  oneOf("=", "!=", "=~", "!~", " = "),
  value,
);
const inBraces = fc.oneof(
  { weight: 4, arbitrary: matcher },
  { weight: 2, arbitrary: quotedName },
  { weight: 1, arbitrary: oneOf("", "job", "1", 'job=~"a" or job="b"') },
);
const matchers = joined("{", listOf(inBraces, 3), oneOf("", "", ",", " # }\n"), "}");
const selector = fc.oneof(
  { weight: 3, arbitrary: name },
  { weight: 3, arbitrary: joined(name, oneOf("", " ", "\n"), matchers) },
  { weight: 3, arbitrary: matchers },
);

const number = oneOf(
  "1",
  "0",
  "-1",
  "1.5",
  ".5",
  "1e3",
  "0x1F",
  "1_000",
  "Inf",
  "NaN",
  "5m",
  "1h30m",
  "+2",
);
const { duration } = letrec<{ duration: string }>(tie => ({
  duration: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: oneOf("5m", "1h30m", "300", "1.5", "step()", "range()", "-5m") },
    joined(tie("duration"), oneOf(" + ", "-", "*", " / ", "^", "%"), tie("duration")),
    joined("(", tie("duration"), ")"),
    joined(oneOf("min_of", "max_of", "MIN_OF"), "(", tie("duration"), ", ", tie("duration"), ")"),
    joined("-", tie("duration")),
  ),
}));
const range = fc.oneof(
  { weight: 3, arbitrary: joined("[", duration, "]") },
  joined("[", duration, oneOf(":", " : "), duration, "]"),
  joined("[", duration, oneOf(":]", "::]", " :]")),
);
const modifier = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  joined(" offset ", duration),
  joined(" offset (", duration, ")"),
  joined(" @ ", oneOf("1", "1.5", "-3", "start()", "end()", "step()", "0x10")),
  oneOf(" anchored", " smoothed", " ANCHORED", " anchored smoothed"),
);
const grouping = joined("(", listOf(fc.oneof(label, quotedName), 2), oneOf("", ","), ")");
const matching = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  joined(oneOf(" on ", " ignoring "), grouping),
  joined(oneOf(" on ", " ignoring "), grouping, oneOf(" group_left ", " group_right "), grouping),
);
const fill = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  joined(oneOf(" fill", " fill_left", " fill_right"), "(", number, ")"),
  joined(" fill_left(", number, ") fill_right(", number, ")"),
);
const operator = oneOf(
  "+",
  "-",
  "*",
  "/",
  "%",
  "^",
  " atan2 ",
  " and ",
  " or ",
  " unless ",
  "==",
  "!=",
  "<",
  ">=",
  "> bool ",
  "</",
  " >/ ",
);
const aggregate = oneOf("sum", "count", "avg", "group", "stddev", "SUM");
const withNumber = oneOf(
  "topk(2, ",
  "bottomk(1, ",
  "quantile(0.9, ",
  'count_values("job", ',
  "limitk(2, ",
  "limit_ratio(0.5, ",
  "limit_ratio(-0.5, ",
);
const overRange = oneOf(
  ...[
    "rate",
    "increase",
    "max_over_time",
    "mad_over_time",
    "first_over_time",
    "last_over_time",
    "ts_of_max_over_time",
  ],
  ...[
    "ts_of_min_over_time",
    "ts_of_last_over_time",
    "ts_of_first_over_time",
    "absent_over_time",
    "resets",
    "stdvar_over_time",
  ],
);
const ofVector = oneOf(
  ...[
    "abs",
    "absent",
    "timestamp",
    "histogram_avg",
    "histogram_count",
    "histogram_stddev",
    "sort_desc",
    "info",
    "start_timestamp",
  ],
  ...["Abs", "sgn", "vector", "scalar", "day_of_year"],
);
const withLabels = oneOf("sort_by_label(", "sort_by_label_desc(");
const alone = oneOf(
  "time()",
  "pi()",
  "start()",
  "end()",
  "step()",
  "range()",
  '"text"',
  "hour()",
  "minute()",
);

/** An expression of Prometheus 3, experimental syntax included. The types of its parts may differ from what they have to be. */
const { expression } = letrec<{ expression: string }>(tie => {
  const inner = tie("expression");
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      { weight: 6, arbitrary: joined(selector, modifier) },
      { weight: 1, arbitrary: number },
      { weight: 1, arbitrary: alone },
      joined("(", inner, ")", modifier),
      joined("-", inner),
      joined(aggregate, oneOf(" by ", " without "), grouping, "(", inner, ")"),
      joined(aggregate, "(", inner, ")", oneOf("", " by ", " without "), grouping),
      joined(aggregate, "(", inner, ")"),
      joined(withNumber, inner, ")"),
      { weight: 3, arbitrary: joined(overRange, "(", selector, range, modifier, ")") },
      joined(overRange, "((", inner, ")", range, modifier, ")"),
      joined("quantile_over_time(0.5, ", selector, range, modifier, ")"),
      joined("double_exponential_smoothing(", selector, range, ", 0.5, 0.5)"),
      joined("histogram_quantile(0.9, ", inner, ")"),
      joined("histogram_quantiles(", inner, ', "q", 0.5, 0.9)'),
      joined("info(", inner, ", ", matchers, ")"),
      joined(ofVector, "(", inner, ")"),
      joined(withLabels, inner, ', "job")'),
      joined("label_replace(", inner, ', "namespace", "$1", "pod", "(.*)")'),
      { weight: 2, arbitrary: joined(inner, operator, matching, fill, " ", inner) },
    ),
  };
});

/** What is read in different ways by different versions and parsers. */
const splinter = oneOf(
  ...[
    " anchored",
    " smoothed",
    " fill(0) ",
    "fill",
    " </ ",
    " >/ ",
    "info(",
    "start()",
    "@ start()",
    "[step()]",
    "[5m:step()]",
    "::",
  ],
  ...[
    '{"a b"}',
    '{"up", job="a"}',
    '{"namespace"="rival"}',
    '{"n\\u0061mespace"="rival"}',
    "{`up`}",
    '"',
    "'",
    "`",
    "\\",
    "{",
    "}",
    "(",
    ")",
  ],
  ...[
    "#",
    "\n",
    "\r",
    "\t",
    "\v",
    "\f",
    "\u0085",
    "\u00a0",
    "\u2028",
    "\ufeff",
    "\0",
    "é",
    "=",
    ",",
    "[",
    "]",
    "0x",
    "_",
    "e5",
    "1_",
    ":",
  ],
);

const damaged = fc
  .tuple(
    expression,
    fc.array(fc.tuple(fc.nat(), fc.nat(2), splinter), { minLength: 1, maxLength: 3 }),
  )
  .map(([query, changes]) =>
    changes.reduce((changed, [place, removed, inserted]) => {
      const at = place % (changed.length + 1);
      return changed.slice(0, at) + inserted + changed.slice(at + removed);
    }, query),
  );

/** A query of any version, sometimes damaged. */
export const modernQuery: Text = fc.oneof(
  { weight: 1, arbitrary: randomQuery },
  { weight: 3, arbitrary: expression },
  { weight: 2, arbitrary: damaged },
);
