/** Aborted by Ctrl-C, and by SIGTERM. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stopping.abort());
  }
  return stopping.signal;
}
