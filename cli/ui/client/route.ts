import type { Shown } from "./connection.ts";

/** The address of a workload within the page. */
export const hashOf = ({ kind, namespace, name, index }: Shown): string =>
  `#/${[kind, namespace, name, String(index)].map(encodeURIComponent).join("/")}`;

/** Null: the list, or an address that leads nowhere. */
export function shownIn(hash: string): Shown | null {
  const [, kind, namespace, name, index] = /^#\/([^/]+)\/([^/]*)\/([^/]+)\/(\d+)$/.exec(hash) ?? [];
  if (kind === undefined || namespace === undefined || name === undefined) return null;
  try {
    const [a, b, c] = [kind, namespace, name].map(decodeURIComponent) as [string, string, string];
    return { kind: a, namespace: b, name: c, index: Number(index) };
  } catch {
    return null;
  }
}
