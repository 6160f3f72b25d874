/** Exit codes of every verb, for scripts. */
export const ExitCode = {
  Ok: 0,
  /** The verb ran, and something in its input failed. */
  Failed: 1,
  /** The verb could not run: unknown options, missing arguments, unreadable input. */
  Usage: 2,
} as const;
