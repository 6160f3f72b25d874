import { err } from "../../../engine/model/values/result.ts";
import { withoutQuote } from "../../objects/read-objects.ts";
import { noTime } from "./csv.ts";
import { LoadBuilder, type Position } from "./load.ts";
import { isWithoutZone, sampleTime } from "./written-samples.ts";

/**
 * A load as JSON: pairs `[time, value]` or objects `{"time", "value"}`, in one array or one on each line, or
 * the response of Prometheus to a range query. It is scanned, not parsed as a whole, because it may be larger than
 * the memory, also if it is one line.
 *
 * Errors  a sentence with the line and the column.
 */
export async function readJson(source: string, pieces: AsyncIterable<string>) {
  const builder = new LoadBuilder(source, ["load"]);
  let series = 0;
  const scanner = new Scanner(builder, item => {
    if (item.key === labels) series += 1;
    if (isMoment(item)) return builder.problem(item.position, oneMoment);
    if (series > 1) return builder.problem(item.position, severalSeries);
    return ofPrometheus.has(item.key) ? null : addItem(builder, item);
  });
  for await (const piece of pieces) {
    const problem = scanner.read(piece);
    if (problem !== null) return err(problem);
  }
  const problem = scanner.end();
  return problem === null ? builder.finish() : err(problem);
}

const labels = "metric";
/** What a response has besides samples. */
const ofPrometheus: ReadonlySet<string> = new Set([labels, "warnings", "infos"]);

/** The only sample of a series of a vector, or that of a scalar. */
const isMoment = ({ key, text }: Item): boolean =>
  (key === "value" || key === "result") && text.startsWith("[") && text.includes(",");

const oneMoment =
  "the response is of an instant query, which has one moment of the load; use query_range, with start, end and step";
const severalSeries = "the response has several series; ask for one, with sum(...) for example";

/** An array or an object without others in it. */
interface Item {
  readonly text: string;
  /** The key that it is the value of; empty: of none. */
  readonly key: string;
  readonly position: Position;
}

/** The usual sample. To parse each as JSON takes three times as long. */
const pair = /^\[(\d+(?:\.\d+)?), ?"?(\d+(?:\.\d+)?)"?\]$/;

function addItem(builder: LoadBuilder, { text, position }: Item): string | null {
  const [, at, number] = pair.exec(text) ?? [];
  const usual = at === undefined ? null : sampleTime(at);
  if (usual !== null) return builder.add({ position, time: usual, values: [Number(number)] });
  return addUnusual(builder, text, position);
}

function addUnusual(builder: LoadBuilder, text: string, position: Position): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // V8's position is one in the item.
    const [message = ""] = withoutQuote(error).split(" in JSON at position", 1);
    return builder.problem(position, `not JSON: ${message}`);
  }
  if (Object.keys(parsed as object).length === 0) return null;
  const { time: at, timestamp, value: given } = parsed as Readonly<Record<string, unknown>>;
  const [first, second] = Array.isArray(parsed) ? (parsed as unknown[]) : [at ?? timestamp, given];
  const said = typeof first === "number" || typeof first === "string" ? String(first) : "";
  const time = sampleTime(said);
  if (time === null) return builder.problem(position, noTime(said));
  // Prometheus writes numbers as text. null and "" are no zeros, but a gap.
  const isText = typeof second === "number" || typeof second === "string";
  const texts = [isText ? String(second) : JSON.stringify(second ?? null)];
  return builder.addTexts({ position, time, texts, hasZone: !isWithoutZone(said) });
}

/** No sample is longer. It bounds the memory for a text without any. */
const longest = 2 ** 20;
const tooLong = `no sample has more than ${longest} characters`;

/** A response of Prometheus has five levels. */
const deepest = 64;

/** A string, or a character that is neither white space nor a part of numbers, true, false and null. */
const marks = /"[^"\\]*(?:\\[^][^"\\]*)*"|[^ \t\r\d+\-.eEtrufalsn]/g;

/**
 * Finds the innermost arrays and objects of a JSON text that arrives in pieces of any length. Its memory does not
 * grow with the text. Of what is between them, only the brackets and the characters are checked.
 */
class Scanner {
  readonly #builder: LoadBuilder;
  readonly #take: (item: Item) => string | null;
  /** The end of the text so far: from the begin of an item or a string that the next piece continues. */
  #rest = "";
  /** How much of the text precedes it, and how much of it is scanned. */
  #offset = 0;
  #scanned = 0;
  #line = 1;
  #lineStart = 0;
  readonly #open: string[] = [];
  /** The innermost open array or object, unless another one was in it. */
  #begun: (Pick<Item, "key" | "position"> & { readonly at: number }) | null = null;
  #string = "";
  #key = "";

  /** @param take  returns what is wrong with an item as a sentence; null: nothing */
  constructor(builder: LoadBuilder, take: (item: Item) => string | null) {
    [this.#builder, this.#take] = [builder, take];
  }

  /** Returns the first problem as a sentence; null: there is none yet. */
  read(piece: string): string | null {
    const text = this.#rest + piece;
    let at = text.length;
    marks.lastIndex = this.#scanned;
    for (let found = marks.exec(text); found; found = marks.exec(text)) {
      const [mark] = found;
      // The next piece ends this string.
      if (mark === '"') {
        at = found.index;
        break;
      }
      if (mark.length > 1) {
        this.#string = mark.slice(1, -1);
        continue;
      }
      const problem = this.#punctuate(text, found.index);
      if (problem !== null) return problem;
    }
    const from = this.#begun?.at ?? at;
    this.#rest = text.slice(from);
    this.#scanned = at - from;
    this.#offset += from;
    if (this.#begun) this.#begun = { ...this.#begun, at: 0 };
    return this.#rest.length > longest ? this.#problem(tooLong) : null;
  }

  /** Returns a sentence if the text is incomplete. */
  end(): string | null {
    const isWhole = this.#open.length === 0 && this.#rest === "";
    return isWhole ? null : this.#problem("the JSON ends in the middle");
  }

  #punctuate(text: string, at: number): string | null {
    const mark = text.charAt(at);
    switch (mark) {
      case "[":
      case "{":
        this.#open.push(mark === "[" ? "]" : "}");
        this.#begun = { at, key: this.#key, position: this.#positionOf(at) };
        this.#key = "";
        return this.#open.length > deepest
          ? this.#problem(`more than ${deepest} brackets are open`)
          : null;
      case "]":
      case "}":
        return this.#open.pop() === mark ? this.#close(text, at) : this.#unexpected(mark, at);
      case ":":
        this.#key = this.#string;
        return null;
      case ",":
        this.#key = "";
        return null;
      case "\n":
        this.#line += 1;
        this.#lineStart = this.#offset + at + 1;
        return null;
      default:
        return this.#unexpected(mark, at);
    }
  }

  #close(text: string, at: number): string | null {
    const begun = this.#begun;
    this.#begun = null;
    if (begun === null) return null;
    const { key, position } = begun;
    if (at - begun.at > longest) return this.#builder.problem(position, tooLong);
    return this.#take({ text: text.slice(begun.at, at + 1), key, position });
  }

  #unexpected(mark: string, at: number): string {
    const text = `not JSON: unexpected ${JSON.stringify(mark)}`;
    return this.#builder.problem(this.#positionOf(at), text);
  }

  /** Where the innermost begins, or what continues. */
  #problem(text: string): string {
    return this.#builder.problem(this.#begun?.position ?? this.#positionOf(0), text);
  }

  #positionOf(at: number): Position {
    return { line: this.#line, column: this.#offset + at - this.#lineStart + 1 };
  }
}
