/**
 * Calls at once, and then not again for as many milliseconds as the call has returned. Calls in between result in
 * one call at the end.
 */
export function coalesce(call: () => number): () => void {
  let isQuiet = false;
  let isWanted = false;
  const end = (): void => {
    isQuiet = false;
    if (isWanted) run();
  };
  const run = (): void => {
    isQuiet = true;
    isWanted = false;
    const ms = call();
    if (ms > 0) setTimeout(end, ms).unref();
    else end();
  };
  return () => {
    if (isQuiet) isWanted = true;
    else run();
  };
}
