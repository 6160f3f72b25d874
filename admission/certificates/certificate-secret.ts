import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import { err, ok, type EpochMs, type Result } from "../../engine/model/values/result.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import { checkPair, type KeyPair } from "./certificate.ts";
import { skewMs } from "./issue-certificate.ts";

/**
 * `next` is the pair to serve once clients trust its authority; `webhook.path` is the path that the API
 * server calls.
 */
export const secretKeys = [
  ...(["tls.crt", "tls.key", "ca.crt", "next.crt", "next.key"] as const),
  "webhook.path",
] as const;

export type SecretKey = (typeof secretKeys)[number];
/** The Secret's values, decoded. Anyone with permission may have written them. */
export type SecretTexts = Readonly<Partial<Record<SecretKey, string>>>;

export interface Secret extends KubeObject {
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** As the chart creates it: without values of the operator. */
export const isBlank = (texts: SecretTexts): boolean => Object.keys(texts).length === 0;

/** Far more than the operator's pair needs: larger values are ignored. */
const largestText = 16_384;
export const mostAuthorities = 8;

export function textsOf({ data }: Secret): SecretTexts {
  const texts: Partial<Record<SecretKey, string>> = {};
  for (const key of secretKeys) {
    const encoded = data?.[key];
    if (typeof encoded !== "string" || encoded.length > largestText) continue;
    texts[key] = Buffer.from(encoded, "base64").toString("utf8");
  }
  return texts;
}

const [begin, end] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"] as const;

/** The certificates of a bundle, not parsed. */
export const blocksOf = (bundle: string): readonly string[] =>
  bundle
    .split(begin)
    .slice(1)
    .flatMap(rest => {
      const [body = ""] = rest.split("-", 1);
      return rest.startsWith(end, body.length) ? [begin + body + end] : [];
    });

/**
 * The certificate authorities among the first certificates of a bundle, normalized and without duplicates;
 * other certificates are left out.
 */
export function readAuthorities(bundle: string): X509Certificate[] {
  const found = new Map<string, X509Certificate>();
  for (const block of blocksOf(bundle).slice(0, mostAuthorities)) {
    const certificate = readCertificate(block);
    if (certificate?.ca) found.set(certificate.fingerprint256, certificate);
  }
  return [...found.values()];
}

function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}

/** A matching pair, and the authority in the Secret that signed it. */
export interface TrustedPair {
  readonly pair: KeyPair;
  readonly certificate: X509Certificate;
  readonly authority: X509Certificate;
}

export function readPair(texts: SecretTexts, which: "tls" | "next"): Result<TrustedPair, string> {
  const { [`${which}.crt` as const]: cert = "", [`${which}.key` as const]: key = "" } = texts;
  const pair = checkPair({ cert, key });
  if (!pair.ok) return err(`${which}.crt and ${which}.key: ${pair.error}`);
  const certificate = readCertificate(cert);
  const authority = readAuthorities(texts["ca.crt"] ?? "").find(
    each => certificate?.checkIssued(each) === true && certificate.verify(each.publicKey),
  );
  if (!certificate || !authority) return err(`ca.crt has no authority that signed ${which}.crt`);
  return ok({ pair: pair.value, certificate, authority });
}

/** The reason why clients would reject the pair; null: none. */
export function refusal(
  { certificate, authority }: TrustedPair,
  of: { readonly now: EpochMs; readonly names: readonly string[] },
): string | null {
  for (const each of [certificate, authority]) {
    const { from, until } = validity(each);
    if (!(of.now >= from)) return `it is not valid before ${each.validFrom}`;
    if (!(of.now < until)) return `it has expired on ${each.validTo}`;
  }
  const missing = of.names.find(name => !isFor(certificate, name));
  return missing === undefined ? null : `it is not for ${missing}`;
}

/** NaN, and so never valid, if a date of the certificate cannot be parsed. */
export const validity = (certificate: X509Certificate): { from: EpochMs; until: EpochMs } => ({
  from: Date.parse(certificate.validFrom),
  until: Date.parse(certificate.validTo),
});

/** When to replace a certificate: the last third of its life is a reserve for failures. */
export function renewalDue(certificate: X509Certificate): EpochMs {
  const { from, until } = validity(certificate);
  const issued = from + skewMs;
  return issued + ((until - issued) * 2) / 3;
}

const isFor = (certificate: X509Certificate, name: string): boolean =>
  (isIP(name) === 0
    ? certificate.checkHost(name, { subject: "never" })
    : certificate.checkIP(name)) !== undefined;
