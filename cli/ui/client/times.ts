import { shortAge } from "../../terminal/times.ts";

/** "5m", as in `trimtab top`. */
export const age = (time: string | null, now: number): string =>
  time === null ? "" : shortAge(Date.parse(time), now);
