/**
 * The text of package-lock.json with the usual address of each package in a registry. Links, bundled packages, and packages
 * that have an address stay as they are.
 *
 * @param {string} text
 * @param {string} registry its URL
 */
export function withAddresses(text, registry) {
  const lockfile = JSON.parse(text);
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const name = entry.name ?? path.split("node_modules/").at(-1);
    const isOfRegistry = path.includes("node_modules/") && entry.version && !entry.inBundle;
    if (!isOfRegistry || entry.resolved) continue;
    const file = `${name.split("/").at(-1)}-${entry.version}.tgz`;
    entry.resolved = `${registry.replace(/\/*$/, "")}/${name}/-/${file}`;
  }
  return JSON.stringify(lockfile);
}
