import type { Mutant, Threats } from "./mutant.ts";
import { commandLine } from "./table/command-line.ts";
import { metricsApi } from "./table/metrics-api.ts";
import { rights } from "./table/rights.ts";
import { statuses } from "./table/statuses.ts";
import { stranger } from "./table/stranger.ts";
import { tenant } from "./table/tenant.ts";
import { tenantObjects } from "./table/tenant-objects.ts";
import { tenantSources } from "./table/tenant-sources.ts";
import { ui } from "./table/ui.ts";

export interface RowMutant extends Mutant {
  readonly row: string;
}

const tables: readonly Threats[] = [
  ...[
    tenant,
    tenantObjects,
    tenantSources,
    metricsApi,
    stranger,
    rights,
    statuses,
    commandLine,
    ui,
  ],
];

export const mutants: readonly RowMutant[] = tables
  .flatMap(table => Object.entries(table))
  .flatMap(([row, all]) => all.map(mutant => ({ ...mutant, row })));

/** Tests of the projects that start a control plane. */
export const needsCluster = (test: string): boolean =>
  /^test\/(integration|faults|rights)\/|^test\/chart\/(install|namespaces|upgrade)\.test/.test(
    test,
  ) || test.endsWith(".integration.test.ts");
