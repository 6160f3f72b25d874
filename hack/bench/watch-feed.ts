import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { build } from "esbuild";

import { untilServed } from "../cluster/api.ts";
import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { atExit } from "../host/at-exit.ts";
import { measure, type Figures } from "./watch-feed/measure.ts";
import { createObjects } from "./watch-feed/objects.ts";
import { formatReport } from "./watch-feed/report.ts";
import { variants } from "./watch-feed/variant.ts";

// What should feed the bindings that Trimtab declares with Pepr? Measures each option on a real API server
// and prints a table; docs/adr/0001-pepr-runtime.md contains one.
const { values } = parseArgs({
  options: {
    objects: { type: "string", default: "10000" },
    runs: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    "patience-seconds": { type: "string", default: "10" },
  },
});
const keys = Number(values.objects);
const patienceMs = Number(values["patience-seconds"]) * 1000;
const plural = "clusterproportionalautoscalers";
const apiGroup = "autoscaling.trimtab.dev";

const folder = await mkdtemp(join(tmpdir(), "trimtab-bench-"));
// It will contain the administrator's key.
atExit(() => {
  rmSync(folder, { recursive: true, force: true });
});
const cluster = await startCluster({ name: "watch-feed", waitsForDisk: true });
try {
  await bundle();
  await installCrd();
  const began = performance.now();
  const bytes = await createObjects(cluster, keys);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const machine = `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1) ?? "?"}`;
  console.log(`${keys} objects of ${bytes} bytes, created in ${took} s; ${machine}\n`);
  console.log(formatReport(await runAll(await peprEnvironment(cluster))));
} finally {
  await cluster.stop();
}

/** One file for each program, including all dependencies, like the product. */
async function bundle(): Promise<void> {
  const programs = new Set(variants.map(({ program }) => program));
  await build({
    entryPoints: [...programs].map(name => join(import.meta.dirname, "watch-feed", `${name}.ts`)),
    ...{ bundle: true, platform: "node", target: "node24", format: "cjs", logLevel: "error" },
    outdir: folder,
    outExtension: { ".js": ".cjs" },
  });
}

async function installCrd(): Promise<void> {
  const file = join(import.meta.dirname, `../../crds/${plural}.${apiGroup}.yaml`);
  const { code, stderr } = await cluster.kubectl(["apply", "--filename", file]);
  if (code !== 0) throw new Error(`kubectl apply: ${stderr}`);
  await untilServed(cluster, `/apis/${apiGroup}/v1alpha1/${plural}`);
}

/** Alternates between the variants, so that a busy minute of the machine affects all of them. */
async function runAll(environment: NodeJS.ProcessEnv): Promise<Map<string, Figures[]>> {
  const chosen = variants.filter(({ name }) => name.includes(values.only));
  const results = new Map(chosen.map(({ name }): [string, Figures[]] => [name, []]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const variant of chosen) {
      const file = join(folder, `${variant.program}.cjs`);
      const setup = { cluster, file, keys, patienceMs };
      const own = { ...environment, ...variant.environment };
      const figures = await measure(variant, { ...setup, environment: own });
      // So that an interruption does not lose the results so far.
      console.error(`Run ${run + 1}: ${variant.name}: ${JSON.stringify(figures)}`);
      results.get(variant.name)?.push(figures);
    }
  }
  return results;
}

/** What Pepr needs to run as one process; a custom host ignores most of it. */
async function peprEnvironment({
  certificate,
  key,
  kubeconfig,
}: Cluster): Promise<NodeJS.ProcessEnv> {
  const certificateFile = join(folder, "tls.crt");
  const keyFile = join(folder, "tls.key");
  // No client calls its webhook here: any certificate will do.
  await writeFile(certificateFile, certificate ?? "");
  await writeFile(keyFile, key ?? "", { mode: 0o600 });
  return {
    ...process.env,
    KUBECONFIG: kubeconfig,
    LOG_LEVEL: "error",
    PEPR_MODE: "dev",
    PEPR_WATCH_MODE: "false",
    PEPR_API_PATH: "0".repeat(64),
    // By default, it ends the process after half a minute without an API server.
    PEPR_RESYNC_FAILURE_MAX: "1000000000",
    SSL_CERT_PATH: certificateFile,
    SSL_KEY_PATH: keyFile,
  };
}
