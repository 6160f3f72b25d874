/**
 * Where a release is published: the only place that names it. The API group is separate, because it cannot change once
 * objects are stored. REGISTRY publishes one release elsewhere, as in a test.
 */
export const owner = {
  homepage: "https://trimtab.dev",
  registry: process.env["REGISTRY"] ?? "registry.example.com",
} as const;

/** References without a tag, as the chart and Helm take them. */
export const repositories = {
  image: `${owner.registry}/trimtab`,
  charts: `${owner.registry}/charts`,
  chart: `${owner.registry}/charts/trimtab`,
} as const;

/** Where the files of a version can be downloaded. */
export const downloads = (version: string): string => `${owner.homepage}/releases/${version}`;
