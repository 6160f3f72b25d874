const mebibyte = 2 ** 20;
/** A start on a node whose page cache lacks the image needs it: docs/memory.md. */
const leastMi = 96;

/** The sentence about a memory limit in which the operator cannot start; null: it can, or there is no limit. */
export function memoryProblem(limitBytes: number): string | null {
  const limitMi = Math.round(limitBytes / mebibyte);
  if (limitBytes <= 0 || limitMi >= leastMi) return null;
  return `the memory limit of ${limitMi}Mi is too small for a start, which needs ${leastMi}Mi; raise the chart's resources.limits.memory`;
}

/**
 * Import this file before those that need memory: in a limit that is too small, V8 or the kernel ends the process while
 * they are evaluated, so before the logger exists, and nothing else tells why.
 */
const problem = memoryProblem(process.constrainedMemory());
if (problem !== null) {
  const line = { level: 40, time: Date.now(), msg: problem };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
