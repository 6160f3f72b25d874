import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";

import { expect, inject, it } from "vitest";

/** A limit far below the 50 MB of the input and of the output, but enough for the process itself. */
const HEAP_MB = 28;

it("evaluates an input larger than its memory, including a malformed line", async () => {
  // Few large cases, because it is the size that counts. The name is also part of the output.
  const name = "x".repeat(2 ** 20);
  const cluster = { totalNodes: 1, schedulableNodes: 1, totalCores: 1, schedulableCores: 1 };
  const configMap = { data: { linear: '{"nodesPerReplica":1}' } };
  const line = Buffer.from(`${JSON.stringify({ name, configMap, cluster })}\n`);
  const recorded: Buffer[] = Array<Buffer>(25).fill(line);
  const input = [...recorded, Buffer.from("{\n"), ...recorded];

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
    cases: 50,
    status: 1,
    problems: expect.stringMatching(/^-:26: not JSON: .*\n$/) as string,
  });
});
