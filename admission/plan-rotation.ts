import type { EpochMs } from "../engine/result.ts";
import {
  isBlank,
  readAuthorities,
  readPair,
  refusal,
  renewalDue,
  validity,
  type SecretKey,
  type SecretTexts,
  type TrustedPair,
} from "./certificate-secret.ts";
import type { IssuedCertificate } from "./issue-certificate.ts";

/** What the leader knows besides the Secret. */
export interface RotationView {
  readonly now: EpochMs;
  readonly dnsNames: readonly string[];
  /** How long every API server may take to hear of a new bundle. */
  readonly spreadMs: number;
  /** For how long all webhooks have trusted the next pair's authority; null: they do not. */
  readonly bundleSeenMs: number | null;
  /** PEM of all that the webhooks trust now: replicas whose watch is cut off may be serving by it. */
  readonly webhookBundle: string;
}

/** What the leader does with the Secret next. Authorities are PEM. */
export type RotationStep =
  /** A new pair, served at once: nothing that is there can be used. */
  | { readonly kind: "replace"; readonly because: string; readonly keep: readonly string[] }
  /** A new pair, served once clients trust it. */
  | { readonly kind: "prepare"; readonly keep: readonly string[] }
  | { readonly kind: "promote" }
  /** Nothing; look again after so many milliseconds. */
  | { readonly kind: "wait"; readonly ms: number };

/** A clock may be set, and timers stand still while a machine sleeps. */
const longestWaitMs = 60_000;
/** Of the authorities before a replacement: those that other replicas may still be serving by. */
const mostKept = 3;

/**
 * One step of the certificate's life. All that is known is in the Secret and in what the webhooks
 * trust, so that any leader can go on where the last one stopped.
 *
 *     replace -> (two thirds of the life) prepare -> (clients trust both) promote -> prepare ...
 */
export function planRotation(texts: SecretTexts, view: RotationView): RotationStep {
  if (isBlank(texts)) return { kind: "replace", because: "there is none", keep: kept({}, view) };
  const current = usable(texts, "tls", view);
  const next = usable(texts, "next", view);
  if (typeof current === "string") {
    // Its authority may have spread already; that of yet another pair has not.
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

/** Or why not, as a sentence. */
function usable(
  texts: SecretTexts,
  which: "tls" | "next",
  { now, dnsNames }: RotationView,
): TrustedPair | string {
  const pair = readPair(texts, which);
  if (!pair.ok) return pair.error;
  const refused = refusal(pair.value, { now, names: dnsNames });
  return refused === null ? pair.value : `${which}.crt: ${refused}`;
}

const kept = (texts: SecretTexts, { now, webhookBundle }: RotationView): string[] => {
  const authorities = readAuthorities(`${webhookBundle}\n${texts["ca.crt"] ?? ""}`)
    .filter(authority => validity(authority).until > now)
    .map(String);
  return [...new Set(authorities)].slice(-mostKept);
};

/** Texts of the Secret to be set, or removed (null). */
export type SecretChange = Readonly<Partial<Record<SecretKey, string | null>>>;

/** What a step does to the Secret. */
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
