import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { freePorts, startProgram } from "../neighbours/program.ts";
import { buildReleasePrograms } from "./programs.ts";

interface Registry {
  /** What comes first in a reference. */
  readonly host: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts an empty registry on loopback, which keeps what it receives in a folder.
 *
 * @param wanted its port; default: any
 */
export async function startRegistry(folder: string, wanted?: number): Promise<Registry> {
  const { registry } = await buildReleasePrograms();
  const { ports, release } = await freePorts(wanted === undefined ? 1 : 0);
  const port = wanted ?? ports[0] ?? 0;
  const host = `127.0.0.1:${port}`;
  const config = join(folder, "registry.json");
  mkdirSync(folder, { recursive: true });
  const storage = { filesystem: { rootdirectory: join(folder, "storage") } };
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({ version: "0.1", log: { level: "warn" }, storage, http: { addr: host } }),
  );
  const program = await startProgram(registry, { args: ["serve", config], port });
  const stop = async () => {
    await program.stop();
    release();
  };
  return { host, stop };
}
