import "./capabilities/pepr-mode.ts";

import { PeprModule } from "pepr";

import { startHost } from "./admission/host.ts";
import { autoscalerController } from "./capabilities/autoscaler/controller.ts";
import { clusterProportionalController } from "./capabilities/cluster-proportional-autoscaler/controller.ts";
import { parseConfig, usage, type Config } from "./controller/config.ts";
import { makeEnvironment } from "./controller/environment.ts";
import { endOnBugs, endOnSignals } from "./controller/process.ts";
import { admissionReports } from "./controller/reports.ts";
import { unservable } from "./controller/wake.ts";
import packageJson from "./package.json" with { type: "json" };

const controllers = [autoscalerController, clusterProportionalController];

/** Starts the operator, or says in one sentence on standard error why it cannot. */
async function main(config: Config): Promise<string | null> {
  const environment = makeEnvironment(config, packageJson.version);
  const running = controllers.map(make => make(environment));
  const capabilities = running.map(({ capability }) => capability);
  const unserved = capabilities.map(unservable).find(problem => problem !== null);
  if (unserved) return unserved;
  endOnBugs(environment);
  // The server is what has to be ended, and needs to know whether it is being ended.
  let stopping: () => readonly string[] = () => [];
  const host = await startHost(
    {
      capabilities,
      notReady: () => [...stopping(), ...running.flatMap(({ notReady }) => notReady())],
      metrics: () => environment.telemetry.exposition(),
      monotonic: () => environment.clock.monotonic(),
      ...admissionReports(environment),
    },
    config,
  );
  if (!host.ok) return host.error;
  stopping = endOnSignals(environment, { work: running, admission: host.value });
  for (const { start } of running) start();
  environment.log.info({ version: packageJson.version, port: config.port }, "started");
  return null;
}

if (process.env["PEPR_MODE"] === "build") {
  const config = { ...process.env, TRIMTAB_TLS_CERT_FILE: "-", TRIMTAB_TLS_PRIVATE_KEY_FILE: "-" };
  const parsed = parseConfig([], config);
  if (!parsed.ok) throw new Error(parsed.error);
  const environment = makeEnvironment(parsed.value, packageJson.version);
  new PeprModule(
    packageJson,
    controllers.map(make => make(environment).capability),
  );
} else if (process.argv.includes("--help")) {
  process.stdout.write(usage());
} else {
  const config = parseConfig(process.argv.slice(2), process.env);
  const problem = config.ok ? main(config.value) : Promise.resolve(config.error);
  void problem.then(sentence => {
    if (sentence === null) return;
    process.stderr.write(`trimtab: ${sentence}\n`);
    process.exitCode = config.ok ? 1 : 2;
  });
}
