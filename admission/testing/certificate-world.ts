import type { ServerResponse } from "node:http";

import { StubServer, json, type Arrived } from "../../kube/testing/stub-server.ts";
import { secretsPath, webhooksPath } from "../certificates/certificate-writes.ts";

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly data?: Readonly<Record<string, string | null>>;
  readonly webhooks?: readonly Webhook[];
}

interface Webhook {
  readonly name: string;
  readonly clientConfig?: {
    readonly caBundle?: string;
    readonly url?: string;
    readonly service?: { readonly path?: string };
  };
}

type Kind = "secret" | "webhooks";

export const namespace = "ns";
export const secretName = "certificate";
export const webhookName = "trimtab";

/** Simulates an API server with one Secret and one webhook configuration, and its failures. */
export class CertificateWorld {
  readonly server: StubServer;
  /** The error status of a write; null: the write succeeds. */
  fault: (kind: Kind) => number | null = () => null;
  readonly writes: string[] = [];
  readonly #objects = new Map<Kind, Stored>();
  readonly #log: { readonly kind: Kind; readonly version: number; readonly line: string }[] = [];
  readonly #watches: { readonly kind: Kind; readonly response: ServerResponse }[] = [];
  #version = 1;

  private constructor(server: StubServer) {
    this.server = server;
    server.handler = (request, response) => {
      this.#answer(request, response);
    };
  }

  static async start(): Promise<CertificateWorld> {
    return new CertificateWorld(await StubServer.start());
  }

  /** The Secret, decoded. */
  get secret(): Record<string, string> {
    const { data = {} } = this.#objects.get("secret") ?? {};
    return Object.fromEntries(
      Object.entries(data).map(([key, text]) => [
        key,
        Buffer.from(text ?? "", "base64").toString(),
      ]),
    );
  }

  /** The CA bundle of each webhook, decoded. */
  get bundles(): string[] {
    const { webhooks = [] } = this.#objects.get("webhooks") ?? {};
    return webhooks.map(({ clientConfig }) =>
      Buffer.from(clientConfig?.caBundle ?? "", "base64").toString(),
    );
  }

  /** The path of each webhook behind a Service; null: it is not behind one. */
  get paths(): (string | null)[] {
    const { webhooks = [] } = this.#objects.get("webhooks") ?? {};
    return webhooks.map(({ clientConfig }) =>
      clientConfig?.service ? (clientConfig.service.path ?? "/") : null,
    );
  }

  /** An edit by a user; null deletes. */
  editSecret(texts: Readonly<Record<string, string>> | null): void {
    const encoded = Object.entries(texts ?? {}).map(([key, text]) => [key, base64(text)]);
    const metadata = { name: secretName, namespace };
    this.#store("secret", texts && { metadata, data: Object.fromEntries(encoded) as object });
  }

  /** @param paths of webhooks behind a Service, or a URL; null: some URL; by default each is behind one */
  editWebhooks(bundles: readonly string[] | null, paths: readonly (string | null)[] = []): void {
    const webhooks = bundles?.map((bundle, i) => {
      const path = paths[i];
      const at =
        path === null || path?.startsWith("https:")
          ? { url: path ?? "https://operator.example/validate" }
          : { service: { name: "trimtab", ...(path === undefined ? {} : { path }) } };
      return { name: `w${i}.trimtab.dev`, clientConfig: { ...at, caBundle: base64(bundle) } };
    });
    this.#store("webhooks", webhooks ? { metadata: { name: webhookName }, webhooks } : null);
  }

  #store(kind: Kind, object: object | null): void {
    const old = this.#objects.get(kind);
    const resourceVersion = String(++this.#version);
    const uid = old?.metadata.uid ?? `uid-${resourceVersion}`;
    const { metadata, ...rest } = (object ?? old ?? {}) as Stored;
    const stored: Stored = { ...rest, metadata: { ...metadata, uid, resourceVersion } };
    if (object) this.#objects.set(kind, stored);
    else if (!this.#objects.delete(kind)) return;
    const type = object ? (old ? "MODIFIED" : "ADDED") : "DELETED";
    const line = `${JSON.stringify({ type, object: stored })}\n`;
    this.#log.push({ kind, version: this.#version, line });
    for (const watch of this.#watches) if (watch.kind === kind) watch.response.write(line);
  }

  #answer({ method, path, query, body }: Arrived, response: ServerResponse): void {
    const kind = path.startsWith(webhooksPath()) ? "webhooks" : "secret";
    if (query["watch"] === "true") {
      response.writeHead(200, { "content-type": "application/json" });
      response.flushHeaders();
      for (const { kind: of, version, line } of this.#log) {
        if (of === kind && version > Number(query["resourceVersion"])) response.write(line);
      }
      this.#watches.push({ kind, response });
    } else if (method === "GET") {
      const object = this.#objects.get(kind);
      const metadata = { resourceVersion: String(this.#version) };
      json(response, 200, { metadata, items: object ? [object] : [] });
    } else {
      const refused = this.fault(kind) ?? this.#write(kind, path, JSON.parse(body) as Stored);
      this.writes.push(`${method} ${kind} ${refused ?? 200}`);
      json(response, refused ?? 200, {});
    }
  }

  #write(kind: Kind, path: string, sent: Stored): number | null {
    const old = this.#objects.get(kind);
    const named =
      kind === "secret" ? secretsPath(namespace, secretName) : webhooksPath(webhookName);
    if (!old || path !== named) return 404;
    if (sent.metadata.resourceVersion !== old.metadata.resourceVersion) return 409;
    const data = Object.entries({ ...old.data, ...sent.data }).filter(([, text]) => text !== null);
    const changed =
      kind === "secret"
        ? { data: Object.fromEntries(data) }
        : { webhooks: merged(old.webhooks ?? [], sent.webhooks ?? []) };
    this.#store(kind, { ...old, ...changed });
    return null;
  }
}

/** Like a strategic merge patch: by name, and field by field. */
const merged = (old: readonly Webhook[], sent: readonly Webhook[]): Webhook[] =>
  old.map(webhook => {
    const { clientConfig } = sent.find(({ name }) => name === webhook.name) ?? {};
    const service = { ...webhook.clientConfig?.service, ...clientConfig?.service };
    const isService = webhook.clientConfig?.service !== undefined || clientConfig?.service;
    const config = { ...webhook.clientConfig, ...clientConfig, ...(isService && { service }) };
    return { ...webhook, clientConfig: config };
  });

const base64 = (text: string): string => Buffer.from(text).toString("base64");
