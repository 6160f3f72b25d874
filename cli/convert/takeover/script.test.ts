import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { valueAt } from "../../../engine/validate/structure.ts";
import { readYaml } from "../../validate/yaml/read-yaml.ts";
import { takeoverScript } from "./script.ts";

/** Records its arguments, one per line with its line ends escaped, and what it has to apply. */
const kubectl = `#!/bin/sh
node -e 'for (const one of process.argv.slice(1)) console.log(JSON.stringify(one))' -- "$@" >> "$FOLDER/arguments"
case "$*" in *apply*) cat > "$FOLDER/applied" ;; esac
`;

const command = `touch "$FOLDER/hacked"`;

// prettier-ignore
const hostile: readonly { text: string; is: string }[] = [
  { text: `a'b"c\\`,                                     is: "quotes" },
  { text: `$(${command})\`${command}\``,                 is: "substitutions" },
  { text: `'; ${command}; '`,                            is: "a quote that ends early" },
  { text: `a\n${command}\n#`,                            is: "a line of its own" },
  { text: `a\n\nEND_OF_MANIFEST\n${command}\n`,          is: "the end of the manifest" },
  { text: `\nEND_OF_MANIFEST\n${command}`,               is: "the end of the manifest after an empty line" },
  { text: "END_OF_MANIFEST",                             is: "only the end of the manifest" },
  { text: "a\r\u2028\u0085b",                            is: "other line ends" },
  { text: "no",                                          is: "a word that YAML takes for false" },
];

describe("the script of a takeover", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "takeover-"));
    writeFileSync(join(folder, "kubectl"), kubectl, { mode: 0o755 });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(hostile)("takes $is for text, wherever it is", ({ text }) => {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: text };
    const metadata = { name: text, namespace: text, annotations: { [text]: text } };
    const spec = { scaleTargetRef, maxReplicas: 3, [text]: { [text]: [text] } };
    const old = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata, spec };
    const result = { apiVersion: "a/v1", kind: "Autoscaler", metadata, spec: { scaleTargetRef } };
    const lost = { verdict: "lost", from: ["spec", text], to: null, reason: text } as const;
    const file = join(folder, "takeover.sh");
    writeFileSync(file, takeoverScript({ old, result, fields: [lost] }));

    const env = { ...process.env, FOLDER: folder, KUBECTL: join(folder, "kubectl") };
    const ran = spawnSync("sh", [file, "back"], { env, encoding: "utf8", cwd: folder });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: "" });

    const applied = readYaml(readFileSync(join(folder, "applied"), "utf8"));
    expect(valueAt(applied, ["value"])).toEqual(old);
    const lines = readFileSync(join(folder, "arguments"), "utf8").trimEnd().split("\n");
    const args = lines.map(line => JSON.parse(line) as string);
    expect(args.slice(0, 4)).toEqual(["--namespace", text, "get", `autoscaler.v1.a/${text}`]);
    expect(() => readFileSync(join(folder, "hacked"))).toThrow("ENOENT");
  });
});
