import { once } from "node:events";

import { printableJson } from "../../terminal/printable.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Candidate, Setting } from "../result.ts";

/** A list is written in parts of so many items. */
const itemsInPart = 100;

/** A `Simulation` as JSON, written as its candidates arrive: all of them may be larger than the memory. */
export class JsonOutput {
  readonly #stdout: Terminal["stdout"];
  readonly #setting: Setting;
  #candidates = 0;

  constructor(stdout: Terminal["stdout"], setting: Setting) {
    [this.#stdout, this.#setting] = [stdout, setting];
  }

  async add(candidate: Candidate): Promise<void> {
    const { load, world } = this.#setting;
    const first = `{"load":`;
    if (this.#candidates === 0) {
      await this.#write([first, ...partsOf(load), `,"world":${printableJson(world)}`]);
    }
    await this.#write([this.#candidates === 0 ? `,"candidates":[` : ",", ...partsOf(candidate)]);
    this.#candidates += 1;
  }

  async end(): Promise<void> {
    await this.#write([`],"notes":${printableJson(this.#setting.notes)}}\n`]);
  }

  async #write(parts: Iterable<string>): Promise<void> {
    for (const part of parts) {
      if (!this.#stdout.write(part)) await once(this.#stdout, "drain");
    }
  }
}

/** The JSON of an object whose lists may be long. */
function* partsOf(object: object): Generator<string> {
  let separator = "{";
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    if (Array.isArray(value)) yield* partsOfList(value);
    else yield printableJson(value);
    separator = ",";
  }
  yield "}";
}

function* partsOfList(list: readonly unknown[]): Generator<string> {
  yield "[";
  for (let at = 0; at < list.length; at += itemsInPart) {
    const items = printableJson(list.slice(at, at + itemsInPart)).slice(1, -1);
    yield at === 0 ? items : `,${items}`;
  }
  yield "]";
}
