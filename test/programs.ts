/**
 * Builds the Go programs that `make test` runs and that take longer than a test may wait:
 * `npm run programs:build`. Without it, compilers compete with the tests on a new machine.
 */
import { buildControlPlane } from "../hack/cluster/controlplane/build.ts";
import { buildExternalScaler } from "../hack/cluster/external-scaler/build.ts";
import { buildProgram as buildVerdicts } from "../hack/cluster/gitops/verdicts.ts";
import { buildHelm } from "../hack/cluster/helm/helm.ts";
import { command } from "../hack/host/command.ts";
import { buildParser } from "./promql/parser.ts";
import { buildCelCosts } from "../hack/versions/cel-costs.ts";

await command(async () => {
  await buildControlPlane({ customMetrics: true });
  const others = [buildHelm, buildVerdicts, buildExternalScaler, buildCelCosts, buildParser];
  for (const build of others) await build();
});
