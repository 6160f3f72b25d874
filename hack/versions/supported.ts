/**
 * The supported Kubernetes releases but the pinned one, with which `make test-versions` compares them.
 */
export const supported = [
  "v1.31.14",
  "v1.32.13",
  "v1.33.13",
  "v1.34.4",
  "v1.35.4",
  "v1.37.2",
] as const;

/** v1.31.14 -> 1.31 */
export const minorOf = (release: string): string => /^v(1\.\d+)\./.exec(release)?.[1] ?? release;
