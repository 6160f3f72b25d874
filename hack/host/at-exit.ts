const cleanups = new Set<() => void>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let isListening = false;

/**
 * Calls `cleanup` when this process ends: normally, by an uncaught error, or by a signal that can be caught.
 * It must be synchronous: an exiting process cannot do anything else. Returns a function that cancels it.
 */
export function atExit(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  listen();
  return () => {
    cleanups.delete(cleanup);
  };
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on("exit", cleanUp);
  for (const signal of signals) process.on(signal, onSignal);
}

function onSignal(signal: NodeJS.Signals): void {
  cleanUp();
  process.off(signal, onSignal);
  // Another listener decides how the process ends; without one, the signal itself does.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function cleanUp(): void {
  for (const cleanup of cleanups) {
    cleanups.delete(cleanup);
    try {
      cleanup();
    } catch (error) {
      console.error(error);
    }
  }
}
