/**
 * When lines with a message were logged, by object, in milliseconds since 1970. Each call reads what is new: a
 * reader that is busy for long would block the process that logs.
 */
export class LogTimes {
  readonly byKey = new Map<string, number[]>();
  readonly #message: string;
  #read = 0;

  constructor(message: string) {
    this.#message = `"msg":"${message}"`;
  }

  /** @param log so far */
  read(log: string): this {
    const end = log.lastIndexOf("\n") + 1;
    for (const line of log.slice(this.#read, end).split("\n")) {
      if (!line.includes(this.#message)) continue;
      const { key, time } = JSON.parse(line) as { key: string; time: number };
      const known = this.byKey.get(key);
      if (known) known.push(time);
      else this.byKey.set(key, [time]);
    }
    this.#read = end;
    return this;
  }
}

/**
 * How many milliseconds each decision came later than one period after the previous one, from the first decision
 * at `since` or later. A decision may come early; its lateness is 0 then.
 */
export function latenesses(
  decided: ReadonlyMap<string, readonly number[]>,
  periodMs: number,
  since: number,
): number[] {
  return [...decided.values()].flatMap(times => {
    const counted = times.filter(time => time >= since);
    return counted
      .slice(1)
      .map((time, index) => Math.max(0, time - (counted[index] ?? time) - periodMs));
  });
}
