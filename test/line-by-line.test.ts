import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

const docs = join(import.meta.dirname, "../docs");
const flagsPage = "cluster-proportional-autoscaler-flags.md";

/** The rows of all tables of a page, with the tests that their last cell names. */
function rowsOf(page: string) {
  const lines = readFileSync(join(docs, page), "utf8").split("\n");
  const isRule = (line: string | undefined): boolean => /^\|[ |:-]+$/.test(line ?? "");
  const isRow = (line: string, index: number): boolean =>
    line.startsWith("|") && !isRule(line) && !isRule(lines[index + 1]);
  return lines.filter(isRow).map(line => {
    const [statement = "", instead = "", shownBy = ""] = line.split(/(?<!\\)\|/).slice(1, -1);
    const tests = Array.from(shownBy.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g), ([, title, file]) => ({
      ...{ title: title ?? "", file: file ?? "" },
    }));
    return { statement: statement.trim(), instead: instead.trim(), shownBy: shownBy.trim(), tests };
  });
}

/** Source  upstream cmd/cluster-proportional-autoscaler/options/options.go and its README. */
const upstreamFlags =
  "namespace target configmap default-params poll-period-seconds nodelabels max-sync-failures kubeconfig version logtostderr alsologtostderr stderrthreshold log_dir v vmodule log_backtrace_at".split(
    " ",
  );

it("the page of upstream's flags has every flag", () => {
  const named = rowsOf(flagsPage).flatMap(({ statement }) =>
    Array.from(statement.matchAll(/--([a-z_-]+)/g), ([, flag]) => flag),
  );
  expect(named.toSorted()).toEqual(upstreamFlags.toSorted());
});

describe.each([flagsPage, "hpa-documentation-1.19.md"])("%s", page => {
  it.each(rowsOf(page))("$statement names tests by titles that exist", row => {
    const { instead, shownBy, tests } = row;
    const isAbsent = instead === "not used" && shownBy === "no test";
    expect(tests.length > 0 || isAbsent).toBe(true);
    const missing = tests.filter(
      ({ title, file }) => !readFileSync(join(docs, file), "utf8").includes(title),
    );
    expect(missing).toEqual([]);
  });
});
