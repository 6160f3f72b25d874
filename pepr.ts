import "./controller/process/early-signals.ts";
import "./controller/process/early-memory.ts";
import { isInPepr } from "./capabilities/pepr-mode.ts";

import { PeprModule } from "pepr";

import { controllers, startInPepr, startOperator } from "./capabilities/start.ts";
import { parseConfig } from "./controller/process/config.ts";
import { makeDependencies } from "./controller/process/dependencies.ts";
import { usage } from "./controller/process/flags.ts";
import { currentNamespace } from "./kube/transport/credentials.ts";
import packageJson from "./package.json" with { type: "json" };

const { version } = packageJson;

if (isInPepr || process.env["PEPR_MODE"] === "build") {
  // Pepr serves reviews with a certificate of its own.
  const config = { ...process.env, TRIMTAB_TLS_CERT_FILE: "-", TRIMTAB_TLS_PRIVATE_KEY_FILE: "-" };
  const parsed = parseConfig([], config, isInPepr ? currentNamespace : () => "");
  if (!parsed.ok) throw new Error(parsed.error);
  const dependencies = makeDependencies(parsed.value, version);
  const running = controllers.map(make => make(dependencies));
  new PeprModule(
    packageJson,
    running.map(({ capability }) => capability),
  );
  if (isInPepr) startInPepr(dependencies, running, version);
} else if (process.argv.includes("--help")) {
  process.stdout.write(usage());
} else {
  const config = parseConfig(process.argv.slice(2), process.env, currentNamespace);
  const problem = config.ok ? startOperator(config.value, version) : Promise.resolve(config.error);
  void problem.then(sentence => {
    if (sentence === null) return;
    process.stderr.write(`trimtab: ${sentence}\n`);
    process.exitCode = config.ok ? 1 : 2;
  });
}
