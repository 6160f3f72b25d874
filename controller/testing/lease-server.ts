import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import type { Lease } from "../../kube/api/lease.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import type { KubeRequest } from "../../kube/transport/kube-request.ts";

type Changes = (changes: readonly { current: Lease | undefined }[]) => void;

/** An API server with one Lease. Its watchers see each change at once. */
export class LeaseServer {
  lease: Lease | undefined;
  version = 0;
  readonly #watchers = new Set<Changes>();

  readonly answer = (request: KubeRequest): Result<unknown, KubeError> => {
    const no = (code: KubeErrorCode) => err(kubeError(code, { request: "", message: code }));
    if (request.method === "GET") return this.lease ? ok(this.lease) : no("NotFound");
    const { metadata, spec } = request.body as Lease;
    if (request.method === "POST" && this.lease) return no("AlreadyExists");
    if (request.method === "PUT" && !this.lease) return no("NotFound");
    const given = metadata.resourceVersion as string | undefined;
    if (request.method === "PUT" && given !== this.lease?.metadata.resourceVersion)
      return no("Conflict");
    this.put(spec ?? {});
    return ok(this.lease);
  };

  put(spec: NonNullable<Lease["spec"]>): void {
    this.version += 1;
    const metadata = { name: "trimtab", uid: "l", resourceVersion: String(this.version) };
    this.lease = { metadata, spec };
    this.#tell();
  }

  delete(): void {
    this.lease = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const notify of this.#watchers) notify([{ current: this.lease }]);
  }

  /** Serves an election's watch, which misses what happens while `isCut` returns true. */
  reflectors(isCut: () => boolean = () => false): Reflectors {
    const open = ({ onChanges }: { onChanges: Changes }) => {
      const notify: Changes = changes => {
        if (!isCut()) onChanges(changes);
      };
      const start = (): void => {
        this.#watchers.add(notify);
        if (this.lease) notify([{ current: this.lease }]);
      };
      return { synced: true, start, whenSynced: () => Promise.resolve() };
    };
    return { open } as unknown as Reflectors;
  }
}
