import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzip } from "node:zlib";

import { ok, type EpochMs, type Result } from "../../../engine/model/values/result.ts";
import type { GridSeries, PrometheusClient, Range } from "../../../kube/prometheus/client.ts";
import { writeCached } from "../output/whole-file.ts";

/** Newer samples may still arrive. */
const settlingMs = 600_000;

export interface Keeping {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly now: EpochMs;
  /** What distinguishes the answers from those of another tenant: never a credential. */
  readonly tenant?: string | undefined;
}

/** The series of a range, from the disk if an earlier run has asked for it. Errors: a sentence. */
export async function keptRange(
  client: Pick<PrometheusClient, "address" | "range">,
  range: Range,
  { env, now, tenant }: Keeping,
): Promise<Result<readonly GridSeries[], string>> {
  const folder = env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const asked = JSON.stringify([client.address, tenant, range]);
  const name = createHash("sha256").update(asked).digest("hex").slice(0, 32);
  const file = join(folder, "trimtab", "loads", `${name}.gz`);
  const kept = keptIn(file);
  if (kept) return ok(kept);
  const answer = await client.range(range);
  if (answer.ok && range.end < now - settlingMs) {
    const packed = await promisify(gzip)(serialize(answer.value), { level: 1 });
    // A cache that cannot be written only costs time.
    await writeCached(file, packed).catch(() => undefined);
  }
  return answer;
}

/** null: it is not there, or unreadable. */
function keptIn(file: string): readonly GridSeries[] | null {
  try {
    const kept = deserialize(gunzipSync(readFileSync(file))) as unknown;
    return Array.isArray(kept) ? (kept as unknown as readonly GridSeries[]) : null;
  } catch {
    return null;
  }
}
