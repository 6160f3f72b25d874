const cleanups: (() => unknown)[] = [];

/** For what a test starts: `cleanUp` ends it. */
export function atEnd(...ends: (() => unknown)[]): void {
  cleanups.push(...ends);
}

/** Ends everything that has been started, the latest first; for `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
