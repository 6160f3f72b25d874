/**
 * Ends the process at a termination signal that arrives before `endOnSignals` has taken over. Linux ignores a signal
 * without a handler for process 1, as the operator is in a container, and a start can take many seconds there. Import
 * this file before all others: evaluating them is most of a start.
 */
const end = (): void => {
  process.exit(0);
};
process.on("SIGTERM", end);
process.on("SIGINT", end);
