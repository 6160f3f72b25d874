import type { Threats } from "../mutant.ts";

const parameters = "engine/proportional/parameters-in-force.test.ts";

/** A user who edits statuses. */
export const statuses: Threats = {
  "write a status": [
    {
      when: "the policy only audits",
      file: "charts/trimtab/templates/status-policy.yaml",
      from: `policyName: {{ $name }}-status
  validationActions: [Deny]`,
      to: `policyName: {{ $name }}-status
  validationActions: [Audit]`,
      tests: ["test/integration/status-policy.integration.test.ts"],
    },
  ],
  "set sizes with forged parameters": [
    {
      when: "linear parameters that contradict each other are read",
      file: "engine/proportional/parameters-in-force.ts",
      from: "return linearProblem(parameters, profile) === null ? parameters : null;",
      to: "return parameters;",
      tests: [parameters],
    },
    {
      when: "any ratio is read",
      file: "engine/proportional/parameters-in-force.ts",
      from: "if (![coresPerReplica, nodesPerReplica].every(isRatio)) return null;",
      to: "",
      tests: [parameters],
    },
    {
      when: "any step of a ladder is read",
      file: "engine/proportional/parameters-in-force.ts",
      from: "return steps.length > 0 && steps.every(isStep) ? parameters : null;",
      to: "return steps.length > 0 ? parameters : null;",
      tests: [parameters],
    },
  ],
  "skip the check for rivals on their targets": [
    {
      when: "an unreadable list of rivals counts as none",
      file: "controller/reconcile/rivals.ts",
      from: `if (!claims.ok) return retry("RivalsUnknown", [claims.error]);`,
      to: "if (!claims.ok) return () => null;",
      tests: ["controller/reconcile/rivals.test.ts"],
    },
    {
      when: "objects of the same second are not awaited",
      file: "controller/reconcile/rivals.ts",
      from: "if (waitMs > 0) return done(waitMs);",
      to: "",
      tests: ["controller/reconcile/rivals.test.ts"],
    },
  ],
  "forge lines in `/metrics`": [
    {
      when: "any status of a condition becomes a label",
      file: "controller/telemetry/object-metrics-source.ts",
      from: `return conditionStatuses.has(status) ? status : "Unknown";`,
      to: "return status;",
      tests: ["controller/telemetry/object-metrics-source.test.ts"],
    },
  ],
};
