import type { RowsMessage, StateMessage, UiRow } from "./messages.ts";

/** The writable part of a response. */
export interface Sink {
  /** False: the reader is slow; `drain` follows. */
  write(text: string): boolean;
  on(event: "drain", listener: () => void): unknown;
}

/** Changes that arrive within this time are one message. */
const gatherMs = 100;
/** Keeps a message below 1 MB, so that the page can show the first rows early. */
const rowsOfMessage = 1_000;

type Rows = ReadonlyMap<string, UiRow>;

/**
 * The events of one page. A page that reads slowly gets fewer messages: only the keys of changed rows wait, and
 * each row is sent in its latest state.
 */
export class Feed {
  readonly #sink: Sink;
  readonly #rows: Rows;
  #waiting = new Set<string>();
  #isSlow = false;
  #isComplete = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(sink: Sink, rows: Rows) {
    this.#sink = sink;
    this.#rows = rows;
    sink.on("drain", () => {
      this.#isSlow = false;
      this.#schedule();
    });
    this.#sendRows("Begin", [], []);
    for (const key of rows.keys()) this.#waiting.add(key);
    this.#flush();
  }

  changed(keys: Iterable<string>): void {
    for (const key of keys) this.#waiting.add(key);
    this.#schedule();
  }

  state(message: StateMessage): void {
    // It is sent again in a few seconds.
    if (!this.#isSlow) this.#send("state", message);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #schedule(): void {
    if (this.#timer || this.#isSlow || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#flush();
    }, gatherMs);
  }

  #flush(): void {
    while (this.#waiting.size > 0 && !this.#isSlow) {
      const keys = [...this.#waiting].slice(0, rowsOfMessage);
      for (const key of keys) this.#waiting.delete(key);
      const rows = keys.flatMap(key => this.#rows.get(key) ?? []);
      const removed = keys.filter(key => !this.#rows.has(key));
      this.#sendRows("Change", rows, removed);
    }
    if (this.#isComplete || this.#waiting.size > 0) return;
    this.#isComplete = true;
    this.#sendRows("Complete", [], []);
  }

  #sendRows(phase: RowsMessage["phase"], rows: UiRow[], removed: string[]): void {
    this.#send("rows", { phase, rows, removed } satisfies RowsMessage);
  }

  /** JSON has no line breaks of its own, so it fits into one line. */
  #send(event: string, message: object): void {
    this.#isSlow = !this.#sink.write(`event: ${event}\ndata: ${JSON.stringify(message)}\n\n`);
  }
}
