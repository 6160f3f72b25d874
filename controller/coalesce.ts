/** Calls at once, and then no more than once in `ms`: what comes meanwhile is one call at its end. */
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
