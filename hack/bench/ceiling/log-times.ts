/** When lines with this message were logged, by object, in milliseconds since 1970. */
export function timesByKey(log: string, message: string): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const line of log.split("\n")) {
    if (!line.includes(`"msg":"${message}"`)) continue;
    const { key, time } = JSON.parse(line) as { key: string; time: number };
    const known = times.get(key);
    if (known) known.push(time);
    else times.set(key, [time]);
  }
  return times;
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
