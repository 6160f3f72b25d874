import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";

import { decideAutoscalerCase } from "../evaluate/autoscaler-case.ts";
import { runs } from "../../engine/testing/runs.ts";
import { readYaml } from "../validate/yaml/read-yaml.ts";
import { convertInputs, type Target } from "./convert-inputs.ts";
import { hpas } from "./testing/random-hpa.ts";

function convert(text: string, to: Target = "trimtab") {
  const converted = convertInputs([{ file: "in.yaml", text }], { to, algorithm: "upstream" });
  expect(converted.problems).toEqual([]);
  return converted;
}

function valueOf(text: string): unknown {
  const read = readYaml(text);
  if (!("root" in read)) throw new Error(read.message);
  return read.value;
}

const folder = fileURLToPath(new URL("../../docs/convert", import.meta.url));
const examples = readdirSync(folder).filter(file => file.endsWith(".yaml"));

describe("the examples of docs/convert", () => {
  it.each(examples)("%s gives the recorded object and report", async file => {
    const converted = convert(readFileSync(join(folder, file), "utf8"));
    const table = converted.table({ width: 120, paint: (_, line) => line });
    const golden = `goldens/${file.replace(".yaml", ".txt")}`;
    await expect(`${converted.text()}\n${table}`).toMatchFileSnapshot(golden);
  });

  it.each(examples)("%s gives a valid object", file => {
    expect(convert(readFileSync(join(folder, file), "utf8")).isValid).toBe(true);
  });
});

describe("trimtab convert, from a HorizontalPodAutoscaler and back", () => {
  it("gives the same object, from YAML and JSON, without a loss", () => {
    const writers = fc.constantFrom<(value: unknown) => string>(
      value => stringify(value, { version: "1.1" }),
      JSON.stringify,
    );
    const property = fc.property(hpas, writers, (hpa, write) => {
      const text = write(hpa);
      const ours = convert(text);
      expect(ours.table({ width: 200, paint: (_, line) => line })).not.toContain("invalid");
      expect([ours.isValid, ours.isComplete]).toEqual([true, true]);
      const back = convert(ours.text(), "hpa");
      expect(back.isComplete).toBe(true);
      // The API server treats a field that is null or undefined as absent.
      expect(valueOf(back.text())).toEqual(valueOf(text));
    });
    fc.assert(property, runs(300));
  });

  it("decides as before, on recorded syncs of the HPA controller", () => {
    const file = new URL("../../test/conformance/hpa-1.36.jsonl.gz", import.meta.url);
    const lines = gunzipSync(readFileSync(fileURLToPath(file)))
      .toString()
      .trimEnd()
      .split("\n");
    const cases = lines
      .filter((_, index) => index % 10 === 0)
      .map(line => JSON.parse(line) as Case);
    expect(cases.length).toBeGreaterThan(5);
    for (const recorded of cases) {
      const { status, ...hpa } = recorded.autoscaler;
      const autoscaler = valueOf(convert(JSON.stringify(hpa)).text()) as object;
      const ours = decideAutoscalerCase({ ...recorded, autoscaler: { ...autoscaler, status } });
      expect(ours).toEqual(decideAutoscalerCase(recorded));
    }
  });
});

interface Case {
  readonly autoscaler: { readonly status: unknown };
}
