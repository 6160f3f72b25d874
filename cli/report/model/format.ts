import type { EpochMs } from "../../../engine/model/values/result.ts";
import { units } from "../../terminal/times.ts";

const grouped = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** At least four digits, and all digits before the point. */
export const formatNumber = (value: number): string =>
  (Math.abs(value) >= 1000 ? whole : grouped).format(value);

/** So many digits after the point, also if they are 0. */
export const formatFixed = (value: number, digits: number): string =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** "2026-07-14 08:15:30", in UTC. */
export const formatTime = (time: EpochMs): string =>
  new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** "28 days", "1.5 hours" */
export function formatDuration(ms: number): string {
  const { seconds, long } = units.find(unit => ms >= unit.seconds * 1000) ?? units[3];
  const count = formatNumber(Number((ms / (seconds * 1000)).toPrecision(3)));
  return `${count} ${long}${count === "1" ? "" : "s"}`;
}
