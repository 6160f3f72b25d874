import { setImmediate } from "node:timers/promises";
import { Writable } from "node:stream";

import { describe, expect, it } from "vitest";

import { simulationOf } from "../../report/testing/simulations.ts";
import { JsonOutput } from "./json-output.ts";

/** Takes a part at a time, later. */
class Slow extends Writable {
  readonly parts: string[] = [];
  mostWaiting = 0;

  constructor() {
    super({ decodeStrings: false, highWaterMark: 1 });
  }

  override _write(part: string, _: BufferEncoding, done: () => void): void {
    this.parts.push(part);
    this.mostWaiting = Math.max(this.mostWaiting, this.writableLength);
    void setImmediate().then(done);
  }
}

describe("a simulation as JSON", () => {
  const name = 'a "\u001b[31m" b';
  const simulation = simulationOf({ days: 2, stepSeconds: 15, names: [name, "other"] });

  it("is written in parts, each after the one before is taken", async () => {
    const stdout = new Slow();
    const { candidates, ...setting } = simulation;
    const output = new JsonOutput(stdout, setting);
    for (const candidate of candidates) await output.add(candidate);
    await output.end();
    const text = stdout.parts.join("");
    expect(JSON.parse(text)).toEqual(simulation);
    expect(text).not.toContain("\u001b");
    expect(stdout.mostWaiting).toBe(Math.max(...stdout.parts.map(({ length }) => length)));
    expect(stdout.mostWaiting).toBeLessThan(text.length / 4);
  });
});
