/** A folder for profiles of the operator, which make it slower. */
const folder = process.env["BENCH_PROFILE"];

/** Options of Node.js that write a profile of the CPU time and one of the live heap when the process ends. */
export const profileArgs: readonly string[] =
  folder === undefined
    ? []
    : ["cpu", "heap"].flatMap(kind => [`--${kind}-prof`, `--${kind}-prof-dir=${folder}`]);
