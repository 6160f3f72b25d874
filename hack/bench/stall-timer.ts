/**
 * Loaded into the operator: measures the longest delay of its event loop, from the start to a first SIGUSR2, from a second
 * one to a third, and so on, so that its timer does not count as CPU time in between. Each signal prints the result.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 10 });
let isOn = delay.enable();

process.on("SIGUSR2", () => {
  const longestStallMs = isOn ? Math.round(delay.max / 1e6) : 0;
  process.stdout.write(`${JSON.stringify({ longestStallMs })}\n`);
  if (isOn) delay.disable();
  delay.reset();
  isOn = !isOn && delay.enable();
});
