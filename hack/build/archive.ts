import { mkdtempSync, rmSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { runOrThrow } from "../host/run.ts";
import { pack } from "./pack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The chart and the operator of a release. */
export interface Release {
  /** The chart's folder. */
  readonly chart: string;
  /** The operator, as one file. */
  readonly bundle: string;
}

/** The release of this checkout, after `make build`. */
export const current: Release = {
  chart: join(root, "charts/trimtab"),
  bundle: join(root, "dist/trimtab.cjs"),
};

/** The release from which tests upgrade. */
export const lastRelease = join(root, "test/chart/releases/trimtab-0.1.0-alpha.1.tar.gz");

/** Packs a release into a .tar.gz file. Its chart has the given version, as `helm package` would write it. */
export async function packRelease(
  { chart, bundle }: Release,
  file: string,
  version: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-release-"));
  try {
    await cp(chart, join(folder, "chart"), { recursive: true });
    const about = join(folder, "chart/Chart.yaml");
    const named = (await readFile(about, "utf8")).replace(
      /^(version|appVersion): .*$/gm,
      `$1: ${version}`,
    );
    await writeFile(about, named);
    await cp(bundle, join(folder, "trimtab.cjs"));
    await pack(folder, ["chart", "trimtab.cjs"], file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Unpacks a release into an existing folder. */
export async function unpackRelease(file: string, folder: string): Promise<Release> {
  await runOrThrow("tar", ["-xzf", file, "-C", folder]);
  return { chart: join(folder, "chart"), bundle: join(folder, "trimtab.cjs") };
}
