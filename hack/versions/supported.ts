/**
 * The supported Kubernetes releases that `make test-versions` compares with the pinned one: the oldest, the
 * newest, and those between them that estimate or answer in another way than their neighbours.
 */
export const supported = ["v1.31.14", "v1.33.13", "v1.34.4", "v1.37.2"] as const;

/** v1.31.14 -> 1.31 */
export const minorOf = (release: string): string => /^v(1\.\d+)\./.exec(release)?.[1] ?? release;
