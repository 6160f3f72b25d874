import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";

import { describe, expect, it } from "vitest";

/** `LOAD_MEGABYTES=1000` takes a longer look. */
const megabytes = Number(process.env["LOAD_MEGABYTES"] ?? 100);
const heapMegabytes = 48;

/** Samples with long texts, in one line. */
function* samples(): Generator<string> {
  const more = `"note":"${"x".repeat(500)} \\" [{,:"`;
  let time = 1_767_571_200;
  let piece = "[";
  for (let bytes = 0; bytes < megabytes * 1e6; bytes += piece.length, piece = "") {
    while (piece.length < 100_000) {
      piece += `{"time":${time},${more},"value":"${50 + (time % 1000) / 7}"},`;
      time += 1;
    }
    yield piece;
  }
  yield `{"time":${time},"value":1}]\n`;
}

const reader = `
  import { createGunzip } from "node:zlib";
  import { readLoad } from ${JSON.stringify(join(import.meta.dirname, "read-load.ts"))};
  const stdin = process.argv.includes("gz") ? process.stdin.pipe(createGunzip()) : process.stdin;
  const load = await readLoad({ load: "-", seed: 1, step: 15000 }, { stdin, env: {} });
  console.log(load.ok ? load.value.times.length : load.error);
`;

/** What a process with a small heap says of the load that it reads. */
async function readBy(...args: readonly string[]): Promise<string> {
  const flags = [`--max-old-space-size=${heapMegabytes}`, "--input-type=module"];
  const child = spawn(process.execPath, [...flags, "-e", reader, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const said = child.stdout.toArray();
  const pieces = Readable.from(samples());
  if (args.includes("gz")) await pipeline(pieces, createGzip({ level: 1 }), child.stdin);
  else await pipeline(pieces, child.stdin);
  expect(await ended).toEqual([0, null]);
  return Buffer.concat((await said) as Buffer[]).toString();
}

describe(`a load of ${megabytes} MB in one line of JSON`, () => {
  it.each(["plain", "gz"])(`fits into a heap of ${heapMegabytes} MB: %s`, async form => {
    expect(Number(await readBy(form))).toBeGreaterThan(megabytes * 1000);
  });
});
