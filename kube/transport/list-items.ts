const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const itemsKey = Buffer.from("items");
/** How many braces and brackets are open in the list itself, and between its items. */
const [inList, inItems] = [1, 2];

/**
 * Splits the bytes of a Kubernetes list into its items while they arrive: a list then takes the memory of what its
 * reader keeps, and no parse occupies the event loop for long. Only boundaries are searched for: JSON.parse reads
 * every byte, as a part of some items or of the list around them.
 */
export class ListItems {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** How many characters of a key of the list equal those of `items`; -1: it is another key. */
  #matches = -1;
  #place: "before" | "within" | "after" = "before";
  #isFirst = true;
  #around: Uint8Array[] = [];
  #rest: Uint8Array[] = [];
  /** The number of bytes that are kept, because they belong to no complete item. */
  waiting = 0;

  /**
   * The items that end in this chunk.
   *
   * @throws SyntaxError if they are not JSON
   */
  write(chunk: Uint8Array): readonly unknown[] {
    let start = 0;
    if (this.#place === "before") {
      start = this.#findItems(chunk);
      this.#keep(chunk.subarray(0, start));
      this.#moveAround();
    }
    const end = this.#place === "within" ? this.#findEnd(chunk, start) : -1;
    const items = end >= start ? this.#parse(chunk.subarray(start, end)) : [];
    this.#keep(chunk.subarray(Math.max(start, end)));
    if (this.#place === "after") this.#moveAround();
    return items;
  }

  /** The text of the list without the items that `write` returned. */
  around(): string {
    return Buffer.concat([...this.#around, ...this.#rest]).toString("utf8");
  }

  /** Where the first item may begin; the end of the chunk: not in it. */
  #findItems(chunk: Uint8Array): number {
    for (const [at, byte] of chunk.entries()) {
      if (this.#isText) this.#readText(byte);
      else if (byte === quote) {
        this.#isText = true;
        this.#matches = this.#depth === inList ? 0 : -1;
      } else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
      else if (byte === openBrace || byte === openBracket) {
        this.#depth += 1;
        const isItems = this.#depth === inItems && this.#matches === itemsKey.length;
        if (!isItems || byte === openBrace) continue;
        this.#place = "within";
        return at + 1;
      }
    }
    return chunk.length;
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isText = false;
    if (this.#isText) this.#matches = byte === itemsKey[this.#matches] ? this.#matches + 1 : -1;
  }

  /** The end of the last complete item, or of all; -1: none. Local variables: this runs for every byte. */
  #findEnd(chunk: Uint8Array, start: number): number {
    let [depth, isText, end] = [this.#depth, this.#isText, -1];
    let at = this.#isEscaped ? start + 1 : start;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === quote) isText = !isText;
      else if (isText) {
        if (byte === backslash) at += 1;
      } else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === inItems) end = at + 1;
        if (depth >= inItems) continue;
        this.#place = "after";
        end = at;
        break;
      }
    }
    this.#depth = depth;
    this.#isText = isText;
    this.#isEscaped = at > chunk.length;
    return end;
  }

  /** From the second time on, a comma precedes the items; the 0 makes it valid. */
  #parse(complete: Uint8Array): unknown[] {
    const text = Buffer.concat([...this.#rest, complete]).toString("utf8");
    this.#rest = [];
    this.waiting = 0;
    if (!this.#isFirst) return (JSON.parse(`[0${text}]`) as unknown[]).slice(1);
    this.#isFirst = false;
    return JSON.parse(`[${text}]`) as unknown[];
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#rest.push(bytes);
    this.waiting += bytes.length;
  }

  #moveAround(): void {
    this.#around.push(...this.#rest);
    this.#rest = [];
  }
}
