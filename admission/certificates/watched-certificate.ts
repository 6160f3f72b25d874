import type { X509Certificate } from "node:crypto";

import type { Clock } from "../../kube/clock.ts";
import { isRefusal } from "../../kube/transport/errors.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import type { Reflector } from "../../kube/watch/reflector.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import {
  isBlank,
  readAuthorities,
  readPair,
  secretKeys,
  textsOf,
  type Secret,
  type SecretTexts,
} from "./certificate-secret.ts";
import { PathGate, pathsWrittenAt } from "../path-gate.ts";
import { skewMs } from "./issue-certificate.ts";
import {
  secretsPath,
  webhooksPath,
  type ReadVersion,
  type WatchedWebhooks,
} from "./certificate-writes.ts";

export interface WatchedSecret extends ReadVersion {
  readonly texts: SecretTexts;
}

interface ClientConfig {
  readonly caBundle?: string;
  readonly url?: string;
  readonly service?: { readonly path?: string };
}

interface RawWebhooks extends KubeObject {
  readonly webhooks?:
    | readonly { readonly name: string; readonly clientConfig?: ClientConfig }[]
    | null;
}

export interface WatchedPorts {
  readonly reflectors: Reflectors;
  readonly clock: Clock;
  readonly namespace: string;
  readonly secretName: string;
  readonly webhookName: string;
  /** How long an API server may take to learn of a change to the webhooks. */
  readonly spreadMs: number;
}

/** The Secret and the webhook configuration, each watched by name: there is no permission to see others. */
export class WatchedCertificate {
  readonly #ports: WatchedPorts;
  readonly #gate: PathGate;
  readonly #secrets: Reflector<Secret, WatchedSecret>;
  readonly #configurations: Reflector<RawWebhooks, WatchedWebhooks>;
  /** The next pair's authority, and since when (monotonic) all webhooks have trusted it. */
  #trusted: { readonly authority: string; readonly since: number } | null = null;
  /** Since when (monotonic) the Secret, or the CA bundle of all webhooks, has been empty. */
  #blankSince: number | null = null;

  constructor(ports: WatchedPorts, onChange: () => void) {
    this.#ports = ports;
    this.#gate = new PathGate(ports.spreadMs);
    const { reflectors, namespace, secretName, webhookName } = ports;
    // On every change of either object, so that no moment without trust is missed.
    const onChanges = (): void => {
      this.#observeTrust();
      this.#observeBlank();
      this.#observePaths();
      onChange();
    };
    this.#secrets = reflectors.open({
      path: secretsPath(namespace),
      selector: { fieldSelector: `metadata.name=${secretName}` },
      trim: (secret: Secret) => ({ ...versionOf(secret), texts: textsOf(secret) }),
      same: (a, b) => secretKeys.every(key => a.texts[key] === b.texts[key]),
      onChanges,
    });
    this.#configurations = reflectors.open({
      path: webhooksPath(),
      selector: { fieldSelector: `metadata.name=${webhookName}` },
      trim: trimWebhooks,
      same: (a, b) => JSON.stringify(a.webhooks) === JSON.stringify(b.webhooks),
      onChanges,
    });
  }

  start(): void {
    this.#secrets.start();
    this.#configurations.start();
  }

  stop(): void {
    this.#ports.reflectors.close(this.#secrets);
    this.#ports.reflectors.close(this.#configurations);
  }

  /** Null: the Secret does not exist. Undefined: not known yet. */
  get secret(): WatchedSecret | null | undefined {
    const { namespace, secretName } = this.#ports;
    const secret = this.#secrets.get(`${namespace}/${secretName}`);
    return secret ?? (this.#secrets.synced ? null : undefined);
  }

  /** Null: the configuration does not exist. Undefined: not known yet. */
  get configuration(): WatchedWebhooks | null | undefined {
    const configuration = this.#configurations.get(this.#ports.webhookName);
    return configuration ?? (this.#configurations.synced ? null : undefined);
  }

  /** PEM of everything that the webhooks trust. */
  bundles(): string {
    return (this.configuration?.webhooks ?? []).map(({ bundle }) => bundle).join("\n");
  }

  /** How long all webhooks have trusted the next pair; null: they do not. */
  trustedMs(): number | null {
    return this.#trusted ? this.#ports.clock.monotonic() - this.#trusted.since : null;
  }

  /** How long the Secret, or the CA bundle of all webhooks, has been empty; 0: there is nothing to fill. */
  blankMs(): number {
    return this.#blankSince === null ? 0 : this.#ports.clock.monotonic() - this.#blankSince;
  }

  /** Whether the webhooks trust nothing yet, as the chart creates them. */
  get isUntrusting(): boolean {
    const { webhooks = [] } = this.configuration ?? {};
    return webhooks.length > 0 && webhooks.every(({ bundle }) => bundle === "");
  }

  #observeBlank(): void {
    const { secret, isUntrusting } = this;
    if (!secret || !(isBlank(secret.texts) || isUntrusting)) this.#blankSince = null;
    else this.#blankSince ??= this.#ports.clock.monotonic();
  }

  /**
   * Whether each webhook trusts the authority and has the path, or one that the gate accepts (null). Also true if
   * there are no webhooks, and without the right to read them.
   */
  asksFor(authority: X509Certificate, fixedPath: string | null): boolean {
    const { configuration } = this;
    const { error } = this.#configurations;
    if (configuration === undefined) return error !== null && isRefusal(error);
    const isServed = (path: string): boolean =>
      fixedPath === null ? this.accepts(path) : path === fixedPath;
    return (configuration?.webhooks ?? []).every(
      ({ bundle, path, isService }) =>
        (!isService || isServed(path)) &&
        readAuthorities(bundle).some(
          ({ fingerprint256 }) => fingerprint256 === authority.fingerprint256,
        ),
    );
  }

  accepts(path: string): boolean {
    return this.#gate.accepts(path, this.#ports.clock.monotonic());
  }

  /** The unguessable path that was seen last. */
  get knownPath(): string | undefined {
    return this.#gate.newest;
  }

  #observePaths(): void {
    const webhooks = this.configuration?.webhooks.map(({ path }) => path) ?? null;
    const secret = this.secret?.texts["webhook.path"];
    const { clock } = this.#ports;
    // The API server's clock may be behind.
    const sinceWrite = clock.now() - skewMs - (this.configuration?.pathsWrittenAt ?? Infinity);
    const carriedMs = Math.max(0, sinceWrite);
    this.#gate.observe({ secret, webhooks, carriedMs }, clock.monotonic());
  }

  #observeTrust(): void {
    const next = readPair(this.secret?.texts ?? {}, "next");
    const authority = next.ok ? next.value.authority.toString() : "";
    const webhooks = this.configuration?.webhooks ?? [];
    const isTrusted =
      next.ok &&
      webhooks.length > 0 &&
      webhooks.every(({ bundle }) => readAuthorities(bundle).map(String).includes(authority));
    if (!isTrusted) this.#trusted = null;
    else if (this.#trusted?.authority !== authority) {
      this.#trusted = { authority, since: this.#ports.clock.monotonic() };
    }
  }
}

const versionOf = ({ metadata }: KubeObject): ReadVersion => ({
  resourceVersion: metadata.resourceVersion,
});

const trimWebhooks = (raw: RawWebhooks): WatchedWebhooks => ({
  ...versionOf(raw),
  name: raw.metadata.name,
  pathsWrittenAt: pathsWrittenAt(raw.metadata),
  webhooks: (raw.webhooks ?? []).map(({ name, clientConfig }) => ({
    name,
    bundle: Buffer.from(clientConfig?.caBundle ?? "", "base64").toString("utf8"),
    path: clientConfig?.service?.path ?? pathOf(clientConfig?.url),
    isService: clientConfig?.service !== undefined,
  })),
});

const pathOf = (url = ""): string => (URL.canParse(url) ? new URL(url).pathname : "/");
