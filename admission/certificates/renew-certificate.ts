import { ok, type Result } from "../../engine/model/values/result.ts";
import { formatKubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { isBlank, readAuthorities, readPair } from "./certificate-secret.ts";
import { secretsPath, writeSecret, writeTrust } from "./certificate-writes.ts";
import type { ProblemReports } from "./certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { isUnguessable } from "../path-gate.ts";
import { changeFor, planRotation, type RotationStep, type SecretChange } from "./plan-rotation.ts";
import type { WatchedCertificate, WatchedPorts, WatchedSecret } from "./watched-certificate.ts";

export interface RenewalPorts extends Omit<WatchedPorts, "reflectors"> {
  readonly transport: Transport;
  /** True if this replica is the leader; called immediately before every write. */
  readonly mayWrite: () => boolean;
  readonly dnsNames: readonly string[];
  readonly lifeMs: number;
  /** Generates an unguessable path; null: the operator does not manage the path. */
  readonly makePath: (() => string) | null;
  /** The path of reviews if it is not generated; null: it is. */
  readonly fixedPath: string | null;
}

export type Renewal =
  | { readonly kind: "idle"; readonly ms: number }
  | { readonly kind: "written" }
  | { readonly kind: "failed"; readonly error: KubeError };

/** A running leader needs milliseconds. */
const patienceMs = 5_000;
/** Time without a change until the next check. */
const idleMs = 60_000;

const messages: Readonly<Record<RotationStep["kind"], string>> = {
  wait: "made up a path for the webhooks",
  replace: "issued a webhook certificate",
  prepare: "issued the next webhook certificate, to be served once it is trusted",
  promote: "the next webhook certificate is trusted, and now the one to serve",
};

/**
 * The leader's part: the Secret follows the plan, and the webhooks' CA bundle follows the Secret. Any replica
 * fills a Secret, or a CA bundle, that has been empty for a while: in an upgrade to another name, the leader is of
 * the old release and ends only when a replica of the new release is ready, and after an uninstallation no
 * replica leads until the old Lease has expired. The operator never creates the Secret: permission to create one Secret is
 * permission to create any.
 */
export async function renewCertificate(
  ports: RenewalPorts,
  watched: WatchedCertificate,
  complaints: ProblemReports,
): Promise<Renewal> {
  const { secret } = watched;
  const forLeaderMs = ports.mayWrite() ? 0 : patienceMs - watched.blankMs();
  if (secret === undefined) return { kind: "idle", ms: idleMs };
  complaints.set("missing", secret === null ? missing(ports) : null);
  if (secret === null) return { kind: "idle", ms: idleMs };
  if (forLeaderMs > 0) return { kind: "idle", ms: forLeaderMs };
  const published = mayPublish(ports, watched) ? await publish(ports, watched, complaints) : null;
  const { clock, dnsNames, spreadMs } = ports;
  const step = planRotation(secret.texts, {
    ...{ now: clock.now(), dnsNames, bundleSeenMs: watched.trustedMs(), spreadMs },
    webhookBundle: watched.bundles(),
  });
  const path = pathChange(ports, watched);
  if (step.kind === "wait" && Object.keys(path).length === 0) {
    return published ?? { kind: "idle", ms: step.ms };
  }
  const carried = await carryOut(ports, secret, { step, path }, complaints);
  return carried.kind === "failed" ? carried : (published ?? carried);
}

/** Keeps a known path, so that no replica must learn of another one in time. */
function pathChange({ makePath }: RenewalPorts, watched: WatchedCertificate): SecretChange {
  if (!makePath || isUnguessable(watched.secret?.texts["webhook.path"])) return {};
  return { "webhook.path": watched.knownPath ?? makePath() };
}

async function carryOut(
  ports: RenewalPorts,
  secret: WatchedSecret,
  { step, path }: { readonly step: RotationStep; readonly path: SecretChange },
  complaints: ProblemReports,
): Promise<Renewal> {
  const { clock, lifeMs, dnsNames, namespace, secretName } = ports;
  const issue = () => issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
  const pair = step.kind === "wait" ? {} : await changeFor(step, secret.texts, issue);
  const change = { ...pair, ...path };
  if (!isBlank(secret.texts) && !ports.mayWrite()) return { kind: "idle", ms: idleMs };
  const at = secretsPath(namespace, secretName);
  const written = await writeSecret(ports.transport, at, secret, change);
  const why = step.kind === "replace" ? `: ${step.because}` : "";
  return outcome(written, complaints, "secret", `${messages[step.kind]}${why}`);
}

/** The remedy, which only a user can apply. */
export const missing = ({ namespace, secretName }: RenewalPorts): string =>
  `there is no Secret ${namespace}/${secretName}, and so no webhook certificate can be made or renewed: apply the chart again, which makes the Secret (helm upgrade, or a sync)`;

const mayPublish = (ports: RenewalPorts, watched: WatchedCertificate): boolean =>
  ports.mayWrite() || watched.isUntrusting;

/** Null: nothing to write. */
async function publish(
  ports: RenewalPorts,
  { secret, configuration }: WatchedCertificate,
  complaints: ProblemReports,
): Promise<Renewal | null> {
  if (configuration === undefined || !secret || !readPair(secret.texts, "tls").ok) return null;
  const name = `ValidatingWebhookConfiguration ${ports.webhookName}`;
  if (configuration === null) {
    complaints.set("webhooks", `there is no ${name}: nothing asks for admission`);
    return null;
  }
  const { "ca.crt": authorities = "", "webhook.path": known } = secret.texts;
  const bundle = readAuthorities(authorities).join("");
  const made = ports.makePath && isUnguessable(known) ? known : null;
  // An older replica that was the leader a moment ago may have written the path that it generated.
  const path = ports.fixedPath ?? made;
  const isCurrent = configuration.webhooks.every(
    webhook =>
      webhook.bundle === bundle && (path === null || !webhook.isService || webhook.path === path),
  );
  if (isCurrent) {
    complaints.set("webhooks", null);
    return null;
  }
  const written = await writeTrust(ports.transport, configuration, { bundle, path });
  return outcome(written, complaints, "webhooks", `${name} trusts the webhook certificate`);
}

function outcome(
  written: Result<unknown, KubeError>,
  complaints: ProblemReports,
  about: string,
  message: string,
): Renewal {
  if (written.ok) {
    complaints.set(about, null);
    complaints.report(ok(message));
    return { kind: "written" };
  }
  const { error } = written;
  // Another client was faster or has deleted it: the watch delivers the change.
  const isRace = error.code === "Conflict" || error.code === "NotFound";
  if (!isRace) complaints.set(about, formatKubeError(error));
  return { kind: "failed", error };
}
