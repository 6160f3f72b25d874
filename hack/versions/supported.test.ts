import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { versionOf } from "../cluster/controlplane/go-module.ts";
import { minorOf, supported } from "./supported.ts";

const textOf = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../..", file), "utf8");
const pinned = versionOf("k8s.io/kubernetes", textOf("hack/cluster/controlplane/go.mod"));
const [oldest, ...newer] = supported;
const newest = newer.at(-1) ?? oldest;
const range = `${minorOf(oldest)} to ${minorOf(newest)}`;

describe("the supported Kubernetes releases", () => {
  it("are in order", () => {
    const minors = supported.map(release => Number(minorOf(release).replace("1.", "")));
    expect(minors).toEqual([...minors].sort((a, b) => a - b));
  });

  it.each([
    { file: "charts/trimtab/Chart.yaml", says: `kubeVersion: ">=${minorOf(oldest)}.0-0"` },
    { file: "README.md", says: `Kubernetes ${range}` },
    { file: "docs/install.md", says: `Kubernetes ${range}` },
    {
      file: "docs/install.md",
      says: `| ${supported.map(minorOf).join(", ")} | \`make test-versions\``,
    },
    { file: "docs/install.md", says: `| ${minorOf(pinned)} ` },
    {
      file: "hack/versions/cel-costs/go.mod",
      says: `k8s.io/apiextensions-apiserver ${oldest.replace("v1.", "v0.")}\n`,
    },
  ])("$file says $says", ({ file, says }) => {
    expect(textOf(file)).toContain(says);
  });
});
