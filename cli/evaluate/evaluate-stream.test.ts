import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { expect, inject, it } from "vitest";

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A limit far below the size of the input and of the output, but enough for the process itself. */
const HEAP_MB = 28;

// Slow, because the input has to exceed the memory limit.
it(
  "evaluates an input larger than its memory, including a malformed line",
  { timeout: 60_000 },
  async () => {
    const file = pathOf("../../test/conformance/hpa-1.36-scale-to-zero.jsonl.gz");
    const recorded = gunzipSync(readFileSync(file));
    const input = [recorded, Buffer.from("{\n"), recorded];
    expect(recorded.length * 2).toBeGreaterThan(HEAP_MB * 1.5 * 2 ** 20);

    const args = [`--max-old-space-size=${HEAP_MB}`, inject("commandLine"), "evaluate", "-f", "-"];
    const evaluate = spawn(process.execPath, args);
    Readable.from(input).pipe(evaluate.stdin);
    let [cases, problems] = [0, ""];
    evaluate.stdout.on("data", (chunk: Buffer) => {
      cases += chunk.filter(byte => byte === 10).length;
    });
    evaluate.stderr.setEncoding("utf8").on("data", (text: string) => (problems += text));
    const [status] = (await once(evaluate, "close")) as [number | null];
    expect({ cases, status, problems }).toEqual({
      cases: 80,
      status: 1,
      problems: expect.stringMatching(/^-:41: not JSON: .*\n$/) as string,
    });
  },
);
