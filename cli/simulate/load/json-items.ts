import type { Position } from "./load.ts";

/** An array or an object without others in it. */
export interface Item {
  readonly text: string;
  /** The key that it is the value of; empty: of none. */
  readonly key: string;
  readonly position: Position;
}

interface Reader {
  /** Returns what is wrong with an item as a sentence; null: nothing. */
  take(item: Item): string | null;
  problem(position: Position, text: string): string;
}

/** No sample is longer. It bounds the memory for a text without any. */
const longest = 2 ** 20;
const tooLong = `no sample has more than ${longest} characters`;

/** A response of Prometheus has five levels. */
const deepest = 64;

const [quote, backslash] = ['"', "\\"].map(each => each.charCodeAt(0));
const marks = new Map(Array.from("[{]},:\n", each => [each.charCodeAt(0), each]));
/** White space, and what numbers, true, false and null consist of: 1 at the code of each. */
const harmless = new Uint8Array(128);
for (const each of " \t\r0123456789+-.eEtrufalsn") harmless[each.charCodeAt(0)] = 1;

/** Where the innermost open array or object begins, and what else its position consists of. */
interface Begun {
  readonly at: number;
  readonly key: string;
  readonly line: number;
  readonly lineStart: number;
}

/**
 * Finds the innermost arrays and objects of a JSON text that arrives in pieces of any length. Its memory does not
 * grow with the text. Of what is between them, only the brackets and the characters are checked.
 */
export class JsonItems {
  readonly #reader: Reader;
  /** The end of the latest piece: an item or a string that the next one continues. */
  #rest = "";
  /** How much of the text precedes it. */
  #offset = 0;
  #line = 1;
  /** Where the line begins in the text. */
  #lineStart = 0;
  readonly #open: string[] = [];
  #begun: Begun | null = null;
  #string = "";
  #key = "";

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Returns the first problem as a sentence; null: there is none yet. */
  read(piece: string): string | null {
    const text = this.#rest + piece;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        const end = endOfString(text, at);
        if (end < 0) return this.#keep(text, this.#begun?.at ?? at);
        this.#string = text.slice(at + 1, end);
        at = end;
      } else if (harmless[code] !== 1) {
        const problem = this.#punctuate(text, at, marks.get(code));
        if (problem !== null) return problem;
      }
    }
    return this.#keep(text, this.#begun?.at ?? text.length);
  }

  /** Returns a sentence if the text is incomplete. */
  end(): string | null {
    const isWhole = this.#open.length === 0 && this.#rest === "";
    return isWhole ? null : this.#problem(0, "the JSON ends in the middle");
  }

  #punctuate(text: string, at: number, mark: string | undefined): string | null {
    if (mark === "[" || mark === "{") {
      this.#open.push(mark === "[" ? "]" : "}");
      const [line, lineStart] = [this.#line, this.#lineStart];
      this.#begun = { at, key: this.#key, line, lineStart };
      this.#key = "";
      if (this.#open.length > deepest)
        return this.#problem(at, `more than ${deepest} brackets are open`);
    } else if (mark === "]" || mark === "}") return this.#close(text, at, mark);
    else if (mark === ":") this.#key = this.#string;
    else if (mark === ",") this.#key = "";
    else if (mark === "\n") {
      this.#line += 1;
      this.#lineStart = this.#offset + at + 1;
    } else return this.#unexpected(text, at);
    return null;
  }

  #close(text: string, at: number, mark: string): string | null {
    if (this.#open.pop() !== mark) return this.#unexpected(text, at);
    const begun = this.#begun;
    this.#begun = null;
    if (begun === null) return null;
    const position = this.#positionOf(begun.at, begun);
    if (at - begun.at > longest) return this.#reader.problem(position, tooLong);
    return this.#reader.take({ text: text.slice(begun.at, at + 1), key: begun.key, position });
  }

  /** Keeps the text from there for the next piece, which begins with it again. */
  #keep(text: string, from: number): string | null {
    if (this.#begun !== null) {
      this.#open.pop();
      ({ key: this.#key, line: this.#line, lineStart: this.#lineStart } = this.#begun);
      this.#begun = null;
    }
    this.#rest = text.slice(from);
    this.#offset += from;
    if (this.#rest.length <= longest) return null;
    return this.#problem(0, tooLong);
  }

  #unexpected(text: string, at: number): string {
    return this.#problem(at, `not JSON: unexpected ${JSON.stringify(text.charAt(at))}`);
  }

  #problem(at: number, text: string): string {
    const [line, lineStart] = [this.#line, this.#lineStart];
    return this.#reader.problem(this.#positionOf(at, { line, lineStart }), text);
  }

  #positionOf(at: number, { line, lineStart }: Pick<Begun, "line" | "lineStart">): Position {
    return { line, column: this.#offset + at - lineStart + 1 };
  }
}

/** The index of the closing quote; -1: it is missing. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}
