import packageJson from "../../package.json" with { type: "json" };

/** A workflow sets a variable that its owner has not defined to an empty text. */
const namedRegistry = process.env["REGISTRY"] ?? "";

/**
 * Where a release is published. An owner changes `homepage` in package.json, then runs `npm run generate`, and sets
 * REGISTRY. The API group is separate, because it cannot change once objects exist: docs/adr/0060-the-domain-of-the-api-group.md.
 */
export const owner = {
  homepage: packageJson.homepage,
  registry: namedRegistry || "registry.example.com",
} as const;

const reference = /^[a-z0-9.-]+(:[0-9]+)?(\/[a-z0-9._-]+)*$/;

/** Before anything is built for it. A signed release must not name the registry of the examples by mistake. */
export function checkRegistry({ isSigned }: { readonly isSigned: boolean }): void {
  if (isSigned && namedRegistry === "")
    throw new Error("REGISTRY is not set: set it to the registry for the image and the chart.");
  if (!reference.test(owner.registry)) {
    const remedy = "write a host in lower case, with a port and a path if needed: ghcr.io/example";
    throw new Error(`REGISTRY is "${owner.registry}": ${remedy}.`);
  }
}

/** References without a tag, as the chart and Helm take them. */
export const repositories = {
  image: `${owner.registry}/trimtab`,
  charts: `${owner.registry}/charts`,
  chart: `${owner.registry}/charts/trimtab`,
} as const;

/** Where the files of a version can be downloaded. */
export const downloads = (version: string): string => `${owner.homepage}/releases/${version}`;

/** Where a page of docs/ is on the site. */
export const sitePage = (name: string): string => `${owner.homepage}/${name}.html`;

/** Where a link leads on the site. @param link as a page of docs/ has it: `cli.md#explain` */
export const siteLink = (link: string): string =>
  link.replace(/^([^#]+)\.md/, (_, name: string) => sitePage(name));
