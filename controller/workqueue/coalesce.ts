/** Calls at once, then at most once per `ms`. Calls in between result in one call at the end. */
export function coalesce(ms: number, call: () => void): () => void {
  let isQuiet = false;
  let isWanted = false;
  const run = (): void => {
    isQuiet = true;
    isWanted = false;
    setTimeout(() => {
      isQuiet = false;
      if (isWanted) run();
    }, ms).unref();
    call();
  };
  return () => {
    if (isQuiet) isWanted = true;
    else run();
  };
}
