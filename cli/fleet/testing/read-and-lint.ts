/** Prints what the lint finds in clusters or in a folder, as JSON: `read-and-lint.ts OPTIONS`, OPTIONS as JSON. */
import type { Inventory } from "../model/inventory.ts";
import { readClusters } from "../inventory/clusters.ts";
import { readFolder } from "../inventory/folder.ts";
import { lint } from "../lint/lint.ts";

interface Options {
  readonly folder?: string;
  readonly contexts?: readonly string[];
  readonly namespaces?: readonly string[];
  /** Added to the present, so that what began just now is old. */
  readonly laterMs?: number;
}

const { folder, contexts = [], namespaces = [], laterMs = 0 } = JSON.parse(process.argv[2] ?? "{}") as Options; // prettier-ignore
const requests: string[] = [];
const began = performance.now();

async function inventories(): Promise<readonly Inventory[]> {
  const onRequest = ({ verb, resource }: { verb: string; resource: string }): void => {
    requests.push(`${verb} ${resource}`);
  };
  if (folder !== undefined) {
    const read = await readFolder(folder);
    if (read.ok) return [read.value];
    throw new Error(read.error.join("\n"));
  }
  const read = await readClusters({ contexts, namespaces, onRequest });
  if (read.ok) return read.value;
  throw new Error(read.error);
}

const read = await inventories();
const readMs = performance.now() - began;
const findings = read.flatMap(inventory => lint(inventory, Date.now() + laterMs));
const lintMs = performance.now() - began - readMs;
const unread = read.flatMap(inventory => inventory.unread);
const objects = read.reduce((sum, inventory) => sum + inventory.objects.length, 0);
const { maxRSS } = process.resourceUsage();
const figures = { objects, readMs, lintMs, megabytes: maxRSS / 1024 };
process.stdout.write(JSON.stringify({ findings, unread, requests, figures }));
