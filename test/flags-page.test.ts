import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

const docs = join(import.meta.dirname, "../docs");
const page = readFileSync(join(docs, "cluster-proportional-autoscaler-flags.md"), "utf8");

/** Without the heading and the line below it. */
const rows = page
  .split("\n")
  .filter(line => line.startsWith("|"))
  .slice(2)
  .map(line => {
    const [flags = "", , shownBy = ""] = line.split("|").slice(1, -1);
    const tests = Array.from(shownBy.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g), ([, title, file]) => ({
      ...{ title: title ?? "", file: file ?? "" },
    }));
    return { flags: flags.trim(), tests };
  });

/** Source  upstream cmd/cluster-proportional-autoscaler/options/options.go and its README. */
const upstreamFlags =
  "namespace target configmap default-params poll-period-seconds nodelabels max-sync-failures kubeconfig version logtostderr alsologtostderr stderrthreshold log_dir v vmodule log_backtrace_at".split(
    " ",
  );

it("the page of upstream's flags has every flag", () => {
  const named = rows.flatMap(({ flags }) =>
    Array.from(flags.matchAll(/--([a-z_-]+)/g), ([, flag]) => flag),
  );
  expect(named.toSorted()).toEqual(upstreamFlags.toSorted());
});

it.each(rows)("$flags names tests by titles that exist", ({ tests }) => {
  expect(tests).not.toEqual([]);
  const missing = tests.filter(
    ({ title, file }) => !readFileSync(join(docs, file), "utf8").includes(title),
  );
  expect(missing).toEqual([]);
});
