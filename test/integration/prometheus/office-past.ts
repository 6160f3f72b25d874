import { officeLoad } from "../../../engine/testing/forecast-scene.ts";

/** Four weeks of an office until now, in the OpenMetrics format. */
export function officePast(load: string): string {
  const minuteMs = 60_000;
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const lines: string[] = [];
  for (let minutes = 29 * 1_440; minutes > 0; minutes -= 1) {
    const time = now - minutes * minuteMs;
    lines.push(`${load} ${officeLoad(time)} ${time / 1_000}`);
  }
  return [...lines, "# EOF", ""].join("\n");
}
