import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";

import { enforceMatchers } from "./enforce-matchers.ts";

const shop = [{ label: "namespace", value: "shop" }];
const enforced = (query: string, matchers = shop): string => {
  const result = enforceMatchers(query, matchers);
  return result.ok ? result.value : `refused: ${result.error}`;
};

describe("enforceMatchers", () => {
  // prettier-ignore
  it.each([
    { shows: "a name",                        query: "up",                                      want: 'up{namespace="shop"}' },
    { shows: "a name with colons",            query: "job:up:sum",                              want: 'job:up:sum{namespace="shop"}' },
    { shows: "a name that is a keyword",      query: "sum / by",                                want: 'sum{namespace="shop"} / by{namespace="shop"}' },
    { shows: "empty braces",                  query: "up{ }",                                   want: 'up{namespace="shop" }' },
    { shows: "other matchers",                query: 'up{job!~"a|b"}',                          want: 'up{namespace="shop",job!~"a|b"}' },
    { shows: "a comma at the end",            query: 'up{job="a",}',                            want: 'up{namespace="shop",job="a",}' },
    { shows: "no name",                       query: '{job="a"}',                               want: '{namespace="shop",job="a"}' },
    { shows: "a name as a matcher",           query: '{__name__=~".+"}',                        want: '{namespace="shop",__name__=~".+"}' },
    { shows: "a quoted name",                 query: '{"http.requests", "foo.bar"="x"}',        want: '{namespace="shop","http.requests", "foo.bar"="x"}' },
    { shows: "the same matcher",              query: 'up{namespace="shop"}',                    want: 'up{namespace="shop",namespace="shop"}' },
    { shows: "a range",                       query: "rate(up[5m])",                            want: 'rate(up{namespace="shop"}[5m])' },
    { shows: "a subquery",                    query: "max_over_time(rate(up[5m])[1h:1m])",      want: 'max_over_time(rate(up{namespace="shop"}[5m])[1h:1m])' },
    { shows: "an offset and a time",          query: "up offset 5m + up @ 1 + up @ end()",      want: 'up{namespace="shop"} offset 5m + up{namespace="shop"} @ 1 + up{namespace="shop"} @ end()' },
    { shows: "an aggregation with labels",    query: "sum by (up) (up) + sum(up) without (up)", want: 'sum by (up) (up{namespace="shop"}) + sum(up{namespace="shop"}) without (up)' },
    { shows: "two sides with labels",         query: "a * on (b) group_left (c) d",             want: 'a{namespace="shop"} * on (b) group_left (c) d{namespace="shop"}' },
    { shows: "or",                            query: "a or b unless c and d",                   want: 'a{namespace="shop"} or b{namespace="shop"} unless c{namespace="shop"} and d{namespace="shop"}' },
    { shows: "absent",                        query: "absent(up)",                              want: 'absent(up{namespace="shop"})' },
    { shows: "label_replace",                 query: 'label_replace(up, "namespace", "other", "", "")', want: 'label_replace(up{namespace="shop"}, "namespace", "other", "", "")' },
    { shows: "braces in a string",            query: 'up{a="}", b=\'{\'} + c',                  want: 'up{namespace="shop",a="}", b=\'{\'} + c{namespace="shop"}' },
    { shows: "braces in a raw string",        query: 'up{a=`"}`}',                              want: 'up{namespace="shop",a=`"}`}' },
    { shows: "an escaped quote",              query: String.raw`up{a="\"}{"}`,                  want: String.raw`up{namespace="shop",a="\"}{"}` },
    { shows: "letters of other languages in a string", query: 'up{a="é日本"}',                   want: 'up{namespace="shop",a="é日本"}' },
    { shows: "a comment, without it",         query: "up # {a}\n + b",                          want: 'up{namespace="shop"} \n + b{namespace="shop"}' },
    { shows: "a comment that Prometheus ends at a carriage return, without it", query: "up # \r or b", want: 'up{namespace="shop"} ' },
    { shows: "a comment between braces",      query: 'up{ # }\n a="b"}',                        want: 'up{namespace="shop", \n a="b"}' },
    { shows: "# in a string",                 query: 'up{a="#"}',                               want: 'up{namespace="shop",a="#"}' },
    { shows: "numbers, as they are",          query: "vector(1) + time() - 5",                  want: "vector(1) + time() - 5" },
  ])("restricts $shows", ({ query, want }) => {
    expect(enforced(query)).toBe(want);
  });

  // prettier-ignore
  it.each([
    { shows: "another value",             query: 'up{namespace="other"}',                says: 'matches on namespace, which this source sets to "shop"; remove the matcher' },
    { shows: "a pattern",                 query: 'up{namespace=~"shop"}',                says: "matches on namespace" },
    { shows: "an exclusion",              query: 'up{namespace!="shop"}',                says: "matches on namespace" },
    { shows: "a quoted label",            query: 'up{"namespace"="other"}',              says: "matches on namespace" },
    { shows: "an escaped label",          query: String.raw`up{"n\u0061mespace"="other"}`, says: "contains the escaped name" },
    { shows: "info()",                    query: "info(up)",                             says: "uses info(), which reads series that no selector names" },
    { shows: "nothing",                   query: "",                                     says: "is not PromQL: unexpected at character 1" },
    { shows: "two queries",               query: "up up",                                says: "is not PromQL: unexpected at character 4" },
    { shows: "a brace too many",          query: "up}",                                  says: "is not PromQL" },
    { shows: "a string without an end",   query: 'up{a="b',                              says: "is not PromQL" },
    { shows: "a string that ends with the line", query: 'up{a="b\n}',                    says: 'contains the string "\\"b", which has no end' },
    { shows: "an unknown escape",         query: String.raw`up{a="\z"}`,                 says: 'contains the string "\\"\\\\z\\""' },
    { shows: "a space of another kind",   query: "up\u00a0or b",                         says: "contains the character" },
    { shows: "MetricsQL",                 query: '{a="b" or c="d"}',                     says: "is not PromQL" },
    { shows: "MetricsQL with templates",  query: "WITH (x = up) x",                      says: "is not PromQL" },
    { shows: "an error after a few operators", query: "a + ".repeat(149) + "}",           says: "is not PromQL: unexpected at character 597" },
    { shows: "an error after parts that are text", query: '{b="-".c="("} # ---'.repeat(200), says: "is not PromQL: unexpected at character 7" },
    { shows: "operators without end",     query: "a+".repeat(2_000),                     says: "is not PromQL at character 2303, or is too complex, with 1151 operators and parentheses before it; correct it, or move parts of it to recording rules" },
    { shows: "parentheses without end",   query: "(".repeat(4_000),                      says: "has 4000 levels of brackets within each other, and 32 are allowed; remove some, or move inner parts to recording rules" },
  ])("refuses $shows", ({ query, says }) => {
    expect(enforced(query)).toContain(`refused: ${says}`);
  });

  // prettier-ignore
  it.each([
    { shows: "signs",               most: 2_798, query: (count: number) => `${"-".repeat(count)}a` },
    { shows: "a sum",               most: 1_151, query: (count: number) => Array(count).fill("a").join("+") },
    { shows: "a sum of sums",       most: 436,   query: (count: number) => Array(count).fill("sum(a)").join("+") },
    { shows: "alternatives",        most: 551,   query: (count: number) => Array(count).fill("a").join(" or ") },
    { shows: "comparisons",         most: 351,   query: (count: number) => Array(count).fill("a").join(" == bool ") },
    { shows: "subqueries",          most: 436,   query: (count: number) => `a${"[5m:1m]".repeat(count)}` },
    { shows: "long sums",           most: 191,   query: (count: number) => Array(count).fill('sum by (a,b,c,d,e,f,g)(rate(a{b="c",d="e"}[5m]))').join("+") },
  ])("reads $most levels of $shows, and says of more that they are too complex", ({ most, query }) => {
    expect(enforced(query(most))).not.toContain("refused");
    expect(enforced(query(most + 1))).toMatch(/^refused: .* or is too complex, .* recording rules$/);
  });

  const nested = (begin: string, levels: number, end: string, inner = "a") =>
    begin.repeat(levels) + inner + end.repeat(levels);

  // prettier-ignore
  it.each([
    { shows: "parentheses",              query: (levels: number) => nested("(", levels, ")") },
    { shows: "functions",                query: (levels: number) => nested("abs(", levels, ")") },
    { shows: "aggregations",             query: (levels: number) => nested("sum by (a) (", levels, ")") },
    { shows: "subqueries of parentheses", query: (levels: number) => nested("(", levels, ")[5m:1m]") },
    { shows: "brackets around braces",   query: (levels: number) => nested("(", levels - 1, ")", 'a{b="c"}') },
    { shows: "brackets around a range",  query: (levels: number) => nested("rate(", 1, ")", `a[${nested("(", levels - 2, ")", "5m")}]`) },
    { shows: "brackets behind a string that the line ends", query: (levels: number) => `a{b="\n} + ${nested("(", levels, ")")}` },
    { shows: "brackets behind strings with quotes of other kinds", query: (levels: number) => `a{b="'",c='"',d=\`"\`} + ${nested("(", levels, ")")}` },
    { shows: "brackets behind a quote in a comment", query: (levels: number) => `a # "'\n + ${nested("(", levels, ")")}` },
    { shows: "brackets behind an escaped quote", query: (levels: number) => String.raw`a{b="\"",c="\\"} + ` + nested("(", levels, ")") },
  ])("allows 32 levels of $shows", ({ query }) => {
    expect(enforced(query(32))).not.toContain("levels");
    expect(enforced(query(33))).toContain("refused: has 33 levels of brackets within each other, and 32 are allowed");
  });

  // prettier-ignore
  it.each([
    { shows: "next to each other",  query: Array(100).fill("(a)").join("+") },
    { shows: "in strings",          query: `a{b="${"(".repeat(99)}",c='${"[".repeat(99)}',d=\`${"{".repeat(99)}\`}` },
    { shows: "in a comment",        query: `a # ${"(".repeat(99)}\n + b` },
  ])("does not count brackets $shows", ({ query }) => {
    expect(enforced(query)).not.toContain("refused");
  });

  it("finds too many levels in linear time, without the parser", () => {
    // The parser takes more than a microsecond for each character of the shortest of them.
    const texts = ["(", "sum(", '"', '\\"', "'", "`", "#", "{", "\\"].map(part =>
      part.repeat(200_000),
    );
    const begun = process.cpuUsage();
    for (const text of texts) enforced("(".repeat(33) + text);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it("parses a query once, for each value of its matchers", () => {
    const query = `sum(${Array(300).fill("rate(a[5m])").join("+")})`;
    const cpuOf = (times: number, matchers: (index: number) => typeof shop) => {
      const begun = process.cpuUsage();
      for (let index = 0; index < times; index++) enforceMatchers(query, matchers(index));
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    const others = cpuOf(20, index => [{ label: "namespace", value: `shop-${index}` }]);
    expect(cpuOf(20, () => [{ label: "namespace", value: "shop-0" }])).toBeLessThan(others / 4);
  });

  it("enforces several matchers, with any value", () => {
    const two = [...shop, { label: "cluster", value: 'a"}\\' }];
    expect(enforced("up", two)).toBe(String.raw`up{namespace="shop",cluster="a\"}\\"}`);
  });
});

/** If this changes with a new release, look for what reads series without a selector, as info() does. */
it("knows every part of the grammar", () => {
  const names = parser.nodeSet.types.map(({ name }) => name).filter(name => name !== "");
  expect(names.join(" ")).toMatchInlineSnapshot(
    `"⚠ Bool Ignoring On GroupLeft GroupRight Offset Atan2 Avg Bottomk Count CountValues Group Max Min Quantile LimitK LimitRatio Stddev Stdvar Sum Topk By Without And Or Unless StartFn EndFn AtStart AtEnd Smoothed Anchored Fill FillLeft FillRight LineComment PromQL AggregateExpr AggregateOp AggregateModifier GroupingLabels LabelName QuotedLabelName StringLiteral FunctionCallBody BinaryExpr Pow BoolModifier MatchingModifierClause FillModifier FillClause NumberDurationLiteral FillLeftClause FillRightClause Mul Div Mod Add Sub Eql Gte Gtr TrimUpper TrimLower Lte Lss Neq FunctionCall FunctionIdentifier AbsentOverTime Identifier Absent Abs Acos Acosh Asin Asinh Atan Atanh AvgOverTime Ceil Changes Clamp ClampMax ClampMin Cos Cosh CountOverTime DaysInMonth DayOfMonth DayOfWeek DayOfYear Deg Delta Deriv Exp FirstOverTime Floor HistogramCount HistogramFraction HistogramQuantile HistogramQuantiles HistogramStdDev HistogramStdVar HistogramSum HistogramAvg DoubleExponentialSmoothing Hour Idelta Increase Info Irate LabelReplace LabelJoin LastOverTime Ln Log10 Log2 MadOverTime MaxOverTime MinOverTime TsOfFirstOverTime TsOfMaxOverTime TsOfMinOverTime TsOfLastOverTime Minute Month Pi PredictLinear PresentOverTime QuantileOverTime Rad Rate Resets Round Scalar Sgn Sin Sinh Sort SortDesc SortByLabel SortByLabelDesc StartTimestamp Range Step Sqrt StddevOverTime StdvarOverTime SumOverTime Tan Tanh Timestamp Time Vector Year MatrixSelector DurationExpr UnaryOp DurationStep DurationRange DurationMinOf DurationMaxOf NumberDurationLiteralInDurationContext OffsetExpr OffsetDurationExpr AnchoredExpr SmoothedExpr ParenExpr SubqueryExpr UnaryExpr VectorSelector LabelMatchers UnquotedLabelMatcher MatchOp EqlSingle EqlRegex NeqRegex QuotedLabelMatcher StepInvariantExpr At AtModifierPreprocessors MetricName"`,
  );
});
