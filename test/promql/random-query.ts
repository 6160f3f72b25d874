import fc from "fast-check";

const { letrec } = fc;

/** Some are of one tenant only, and some look like parts of the language. */
const names = ["requests_total", "queue_length", "rival_secret", "sum", "by", "job:rate:sum", "up"];
const labels = ["job", "pod", "namespace", "__name__", "le", "on"];
const values = ["shop", "rival", "a", "b", "", ".+", ".*", "shop|rival", "}", "{", "#", '\\"', "é"];
const durations = ["1m", "5m", "30s", "1h30m", "10m"];

const oneOf = (...items: readonly string[]) => fc.constantFrom(...items);
const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map(texts => texts.join(""));
const text = (t: string) => fc.constant(t);

const space = fc.oneof(
  { weight: 6, arbitrary: text("") },
  { weight: 3, arbitrary: text(" ") },
  { weight: 1, arbitrary: oneOf("\t", "\n", " # }\n", "#{\n", ' # "\n', "# \r or rival_secret\n") },
);
const literal = fc
  .tuple(fc.constantFrom(...values), oneOf('"', "'", "`"))
  .map(([value, quote]) => `${quote}${value.replaceAll(quote, "")}${quote}`);
const matcher = joined(oneOf(...labels), space, oneOf("=", "!=", "=~", "!~"), space, literal);
const foreign = oneOf('namespace="rival"', 'namespace=~".+"', 'namespace!="shop"', 'pod!=""');
const matchers = fc
  .tuple(fc.array(fc.oneof({ weight: 5, arbitrary: matcher }, foreign), { maxLength: 3 }), space)
  .map(([list, gap]) => `{${gap}${list.join(`${gap},`)}${list.length > 1 ? "," : ""}}`);
const selector = fc.oneof(
  oneOf(...names),
  joined(oneOf(...names), space, matchers),
  matchers,
  text('{__name__=~".+"}'),
);
const grouping = fc.array(oneOf(...labels), { maxLength: 2 }).map(list => `(${list.join(", ")})`);
const aggregate = oneOf("sum", "count", "max", "min", "avg", "group", "SUM");
const instant = oneOf("abs", "absent", "scalar", "sort", "timestamp", "vector", "ceil", "sgn");
const overRange = oneOf("rate", "max_over_time", "count_over_time", "absent_over_time", "changes");
const operator = oneOf("+", "-", "*", "/", " or ", " and ", " unless ", "==", "> bool ", "^", "%");
const modifier = oneOf("", "", " offset 5m", " offset -1m", " @ end()", " @ start()");

/** An expression that may be of the wrong type: then the server refuses it. */
const { expression } = letrec(tie => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 4, arbitrary: joined(selector, modifier) },
    oneOf("1", "time()", "-1.5e3", '"text"'),
    joined(text("("), space, tie("expression") as fc.Arbitrary<string>, space, text(")")),
    joined(
      aggregate,
      text(" by "),
      grouping,
      text("("),
      tie("expression") as fc.Arbitrary<string>,
      text(")"),
    ),
    joined(
      aggregate,
      text("("),
      tie("expression") as fc.Arbitrary<string>,
      text(") without "),
      grouping,
    ),
    joined(text("topk(2, "), tie("expression") as fc.Arbitrary<string>, text(")")),
    joined(
      text('count_values("namespace", '),
      tie("expression") as fc.Arbitrary<string>,
      text(")"),
    ),
    joined(instant, text("("), tie("expression") as fc.Arbitrary<string>, text(")")),
    joined(
      overRange,
      text("("),
      selector,
      text("["),
      oneOf(...durations),
      text("]"),
      modifier,
      text(")"),
    ),
    joined(
      overRange,
      text("(("),
      tie("expression") as fc.Arbitrary<string>,
      text(")[10m:1m]"),
      modifier,
      text(")"),
    ),
    joined(
      text("label_replace("),
      tie("expression") as fc.Arbitrary<string>,
      text(', "namespace", "$1", "pod", "(.*)")'),
    ),
    joined(
      tie("expression") as fc.Arbitrary<string>,
      space,
      operator,
      space,
      tie("expression") as fc.Arbitrary<string>,
    ),
    joined(
      tie("expression") as fc.Arbitrary<string>,
      text(" * on "),
      grouping,
      text(" group_left "),
      grouping,
      tie("expression") as fc.Arbitrary<string>,
    ),
  ),
}));

/** What could end a string, a comment or a selector early, for one reader and not for another. */
const splinters = [
  ...[
    "{",
    "}",
    '"',
    "'",
    "`",
    "\\",
    "#",
    "\n",
    "\r",
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    "\u00a0",
    "\u2028",
  ],
  ...[" or rival_secret", " or {namespace='rival'}", "} or rival_secret{", '"} or rival_secret #'],
  ...[
    "# \r or rival_secret",
    "\\x22",
    '{"namespace"="rival"}',
    "info(",
    "offset 1m",
    "@ 1",
    "bool",
  ],
];

/** A query with some parts inserted, removed or repeated, so that most are no PromQL any more. */
const damaged = fc
  .tuple(
    expression,
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom("insert", "remove", "repeat"), oneOf(...splinters)),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([query, changes]) =>
    changes.reduce((changed, [place, change, splinter]) => {
      const at = place % (changed.length + 1);
      const [before, after] = [changed.slice(0, at), changed.slice(at)];
      if (change === "insert") return before + splinter + after;
      return change === "remove" ? before + after.slice(1) : before + after.slice(0, 5) + after;
    }, query),
  );

export const randomQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: expression },
  { weight: 2, arbitrary: damaged },
);
