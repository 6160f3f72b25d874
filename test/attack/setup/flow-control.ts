import { apiRequest, mustRequest, type ApiTarget } from "../../../hack/cluster/api.ts";
import type { Seats } from "../pace.ts";

const api = "/apis/flowcontrol.apiserver.k8s.io/v1";
const levels = `${api}/prioritylevelconfigurations`;
const schemas = `${api}/flowschemas`;
const name = "attack-tenant";
/** The sum of the shares of the priority levels that the API server creates. */
const otherShares = 245;

/** What the API server granted to the tenant. */
export interface Granted {
  readonly seats: number;
  /** The sum of the times that its requests occupied a seat. */
  readonly seatSeconds: number;
  readonly rejected: number;
  /** How long a request waited for its seat, on average. */
  readonly waitedMs: number;
}

/**
 * A priority level for the service accounts of a namespace, as docs/tenants.md recommends it. It borrows
 * nothing, so it has the same number of seats all the time.
 */
export async function limitTenant(
  cluster: ApiTarget,
  namespace: string,
  { all, tenant }: Seats,
): Promise<void> {
  // The API server rounds up: seats = ceil(all * shares / (otherShares + shares)).
  const shares = Math.max(1, Math.floor((otherShares * tenant) / (all - tenant)));
  const queuing = { queues: 16, handSize: 4, queueLengthLimit: 50 };
  await mustRequest(cluster, "POST", levels, {
    metadata: { name },
    spec: {
      type: "Limited",
      limited: {
        ...{ nominalConcurrencyShares: shares, lendablePercent: 0, borrowingLimitPercent: 0 },
        limitResponse: { type: "Queue", queuing },
      },
    },
  });
  const group = { name: `system:serviceaccounts:${namespace}` };
  const everything = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
  await mustRequest(cluster, "POST", schemas, {
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name },
      // Before the schema of all service accounts, which has 9000.
      matchingPrecedence: 1_000,
      distinguisherMethod: { type: "ByNamespace" },
      rules: [
        {
          subjects: [{ kind: "Group", group }],
          resourceRules: [{ ...everything, clusterScope: true, namespaces: ["*"] }],
          nonResourceRules: [{ nonResourceURLs: ["*"], verbs: ["*"] }],
        },
      ],
    },
  });
}

export async function grantedToTenant(cluster: ApiTarget): Promise<Granted> {
  const { text } = await apiRequest(cluster, "GET", "/metrics");
  const own = text.split("\n").filter(line => line.includes(`priority_level="${name}"`));
  const sum = (metric: string): number =>
    own
      .filter(line => line.startsWith(`apiserver_flowcontrol_${metric}{`))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  const waited = sum("request_wait_duration_seconds_sum");
  return {
    seats: sum("nominal_limit_seats"),
    seatSeconds: sum("request_execution_seconds_sum"),
    rejected: sum("rejected_requests_total"),
    waitedMs: (1_000 * waited) / Math.max(1, sum("dispatched_requests_total")),
  };
}

export async function unlimitTenant(cluster: ApiTarget): Promise<void> {
  for (const path of [schemas, levels]) await apiRequest(cluster, "DELETE", `${path}/${name}`);
}
