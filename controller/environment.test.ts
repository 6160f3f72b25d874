import { expect, it } from "vitest";

import { parseConfig } from "./config.ts";
import { makeEnvironment } from "./environment.ts";

// prettier-ignore
it.each([
  { shows: "may write nothing before it holds the Lease", leaderElect: true,  mayWrite: false },
  { shows: "may write at once as the only one",           leaderElect: false, mayWrite: true },
])("a replica $shows", ({ leaderElect, mayWrite }) => {
  const files = ["--tls-cert-file=c", "--tls-private-key-file=k", "--log-level=silent"];
  const config = parseConfig([...files, `--leader-elect=${leaderElect}`], {}, () => "ns");
  if (!config.ok) throw new Error(config.error);
  const { ownership } = makeEnvironment(config.value, "0");
  expect(ownership.mayWrite("ns/web")).toBe(mayWrite);
});
