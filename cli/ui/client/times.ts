/** "2026-01-02 03:04:05Z", as in the sentences of `trimtab explain`. */
export const absoluteTime = (time: number): string =>
  new Date(time).toISOString().replace("T", " ").replace(/\.\d+/, "");

const units = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "m"],
] as const;

/** "5m", as in `trimtab top`. */
export function age(time: string | null, now: number): string {
  if (time === null) return "";
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000));
  const [size, name] = units.find(([unit]) => seconds >= 2 * unit) ?? [1, "s"];
  return `${Math.floor(seconds / size)}${name}`;
}
