import type { EpochMs } from "../../engine/model/values/result.ts";
import {
  isBlank,
  readAuthorities,
  readPair,
  refusal,
  renewalDue,
  validity,
  type SecretKey,
  type SecretTexts,
} from "./certificate-secret.ts";
import type { IssuedCertificate } from "./issue-certificate.ts";

/** What the leader knows apart from the Secret. */
export interface RotationView {
  readonly now: EpochMs;
  readonly dnsNames: readonly string[];
  /** How long an API server may take to learn of a new bundle. */
  readonly spreadMs: number;
  /** How long all webhooks have trusted the next pair's authority; null: they do not. */
  readonly bundleSeenMs: number | null;
  /** PEM of all CAs that the webhooks trust: replicas with a broken watch may still serve their pairs. */
  readonly webhookBundle: string;
}

/** The next change to the Secret. Authorities are PEM. */
export type RotationStep =
  /** A new pair, served immediately: the existing ones are unusable. */
  | { readonly kind: "replace"; readonly because: string; readonly keep: readonly string[] }
  /** A new pair, served once clients trust it. */
  | { readonly kind: "prepare"; readonly keep: readonly string[] }
  | { readonly kind: "promote" }
  /** No change; check again after this many milliseconds. */
  | { readonly kind: "wait"; readonly ms: number };

/** Clocks may be set, and timers stand still while a machine sleeps. */
const longestWaitMs = 60_000;
/** Limit of old authorities to keep at a replacement: other replicas may still serve their pairs. */
const mostKept = 3;

/**
 * One step of the certificate lifecycle. The whole state is in the Secret and in the webhooks' CA bundle, so
 * any leader can continue where the last one stopped.
 *
 *     replace -> (two thirds of the life) prepare -> (clients trust both) promote -> prepare ...
 */
export function planRotation(texts: SecretTexts, view: RotationView): RotationStep {
  if (isBlank(texts)) return { kind: "replace", because: "there is none", keep: kept({}, view) };
  const current = usable(texts, "tls", view);
  const next = usable(texts, "next", view);
  if (typeof current === "string") {
    // Clients may already trust its authority; they do not trust that of another new pair.
    if (typeof next !== "string") return { kind: "promote" };
    return { kind: "replace", because: current, keep: kept(texts, view) };
  }
  const { certificate, authority } = current;
  if (typeof next !== "string") {
    if (view.bundleSeenMs !== null && view.bundleSeenMs >= view.spreadMs)
      return { kind: "promote" };
    const spread = view.bundleSeenMs === null ? Infinity : view.spreadMs - view.bundleSeenMs;
    return wait(Math.min(spread, validity(certificate).until - view.now));
  }
  const due = renewalDue(certificate) - view.now;
  return due > 0 ? wait(due) : { kind: "prepare", keep: [authority.toString()] };
}

const wait = (ms: number): RotationStep => ({ kind: "wait", ms: Math.min(ms, longestWaitMs) });

/** The pair, or a sentence that explains why it is unusable. */
function usable(texts: SecretTexts, which: "tls" | "next", view: RotationView) {
  const pair = readPair(texts, which);
  if (!pair.ok) return pair.error;
  const refused = refusal(pair.value, { now: view.now, names: view.dnsNames });
  return refused === null ? pair.value : `${which}.crt: ${refused}`;
}

const kept = (texts: SecretTexts, { now, webhookBundle }: RotationView): string[] => {
  const authorities = readAuthorities(`${webhookBundle}\n${texts["ca.crt"] ?? ""}`)
    .filter(authority => validity(authority).until > now)
    .map(String);
  return [...new Set(authorities)].slice(-mostKept);
};

/** Values of the Secret to set or remove (null). */
export type SecretChange = Readonly<Partial<Record<SecretKey, string | null>>>;

export async function changeFor(
  step: Exclude<RotationStep, { kind: "wait" }>,
  texts: SecretTexts,
  issue: () => Promise<IssuedCertificate>,
): Promise<SecretChange> {
  const none = { "next.crt": null, "next.key": null };
  if (step.kind === "promote") {
    const { "next.crt": cert = null, "next.key": key = null } = texts;
    return { "tls.crt": cert, "tls.key": key, ...none };
  }
  const { ca, cert, key } = await issue();
  const bundle = { "ca.crt": [...step.keep, ca].join("") };
  return step.kind === "replace"
    ? { ...bundle, "tls.crt": cert, "tls.key": key, ...none }
    : { ...bundle, "next.crt": cert, "next.key": key };
}
