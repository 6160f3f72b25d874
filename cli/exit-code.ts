/** What a script can rely on, for every verb. */
export const ExitCode = {
  Ok: 0,
  /** The verb ran, and something in its input failed. */
  Failed: 1,
  /** It could not run: unknown options, missing arguments, an input that cannot be read. */
  Usage: 2,
} as const;
