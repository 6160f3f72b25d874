/**
 * Builds the Go programs that `make test` runs and that take longer than a test may wait:
 * `npm run programs:build`. Without it, compilers compete with the tests on a new machine.
 */
import { buildControlPlane } from "./controlplane/build.ts";
import { buildExternalScaler } from "./external-scaler/build.ts";
import { buildProgram as buildVerdicts } from "./gitops/verdicts.ts";
import { buildHelm } from "./helm/helm.ts";
import { command } from "./host/command.ts";
import { buildParser } from "./promql/parser.ts";
import { buildCelCosts } from "./versions/cel-costs.ts";

await command(async () => {
  await buildControlPlane({ customMetrics: true });
  const others = [buildHelm, buildVerdicts, buildExternalScaler, buildCelCosts, buildParser];
  for (const build of others) await build();
});
