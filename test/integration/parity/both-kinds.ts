import { type ApiObject, apiRequest, forEachConcurrently } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import type { ParityCase } from "./cases.ts";
import type { JsonObject } from "./json-edit.ts";
import { toVerdict, type Verdict } from "./verdict.ts";

/** The API path of one kind. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
}

export interface Judged {
  readonly parityCase: ParityCase;
  readonly upstream: Verdict;
  readonly ours: Verdict;
}

type Send = (kind: Kind, parityCase: ParityCase) => Promise<Verdict>;

/** The API server's verdict on each case as a HorizontalPodAutoscaler and as an Autoscaler. */
export class BothKinds {
  readonly #cluster: Cluster;
  readonly upstream: Kind;
  readonly ours: Kind;

  constructor(cluster: Cluster, kinds: { readonly upstream: Kind; readonly ours: Kind }) {
    this.#cluster = cluster;
    this.upstream = kinds.upstream;
    this.ours = kinds.ours;
  }

  creates(cases: readonly ParityCase[]): Promise<Judged[]> {
    return this.#judge(cases, async (kind, { name, spec }) => {
      const object = toObject(kind, name, spec);
      return toVerdict(await apiRequest(this.#cluster, "POST", `${kind.path}?${dryRun}`, object));
    });
  }

  /** As edits of an object with that spec, which this function creates. */
  async updates(spec: JsonObject, cases: readonly ParityCase[]): Promise<Judged[]> {
    const versions = new Map<Kind, string | undefined>();
    for (const kind of [this.upstream, this.ours]) {
      const created = await this.#must("POST", kind.path, toObject(kind, "edited", spec));
      // An Autoscaler update needs a resourceVersion; upstream's controller writes the HPA's status.
      if (kind === this.ours) versions.set(kind, created.metadata?.resourceVersion);
    }
    return await this.#judge(cases, async (kind, parityCase) => {
      const { metadata, ...object } = toObject(kind, "edited", parityCase.spec);
      const resourceVersion = versions.get(kind);
      const body = { ...object, metadata: { ...metadata, resourceVersion } };
      const path = `${kind.path}/edited?${dryRun}`;
      return toVerdict(await apiRequest(this.#cluster, "PUT", path, body));
    });
  }

  /** As the status of a valid object, which this function creates. */
  async statuses(parityCase: ParityCase, status: object): Promise<Judged> {
    const { name, spec } = parityCase;
    const verdictOf = async (kind: Kind) => {
      await this.#must("POST", kind.path, toObject(kind, name, spec));
      const path = `${kind.path}/${name}/status?${dryRun}`;
      return toVerdict(await apiRequest(this.#cluster, "PATCH", path, { status }));
    };
    const [upstream, ours] = [await verdictOf(this.upstream), await verdictOf(this.ours)];
    return { parityCase, upstream, ours };
  }

  async #must(method: string, path: string, body: object): Promise<ApiObject> {
    const { code, body: answer, text } = await apiRequest(this.#cluster, method, path, body);
    if (code >= 400) throw new Error(`${method} ${path}: ${text}`);
    return answer;
  }

  async #judge(cases: readonly ParityCase[], send: Send): Promise<Judged[]> {
    const judged = new Map<ParityCase, Judged>();
    await forEachConcurrently(cases, async parityCase => {
      const [upstream, ours] = await Promise.all([
        send(this.upstream, parityCase),
        send(this.ours, parityCase),
      ]);
      judged.set(parityCase, { parityCase, upstream, ours });
    });
    return cases.flatMap(parityCase => judged.get(parityCase) ?? []);
  }
}

/** Strict: a field unknown to both kinds would be a mistake of the test. */
const dryRun = "dryRun=All&fieldValidation=Strict";

const toObject = ({ apiVersion, kind }: Kind, name: string, spec: JsonObject) => ({
  apiVersion,
  kind,
  metadata: { name },
  spec,
});
