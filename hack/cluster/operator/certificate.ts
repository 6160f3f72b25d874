import { webcrypto } from "node:crypto";

import type * as X509 from "@peculiar/x509";

export interface WebhookCertificate {
  /** PEM of the authority, for the webhook's caBundle. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const dayMs = 86_400_000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/**
 * A certificate for loopback, signed by its own authority, which nothing else trusts.
 *
 * @param usages what it proves: that of a server, that of a client, or both
 */
export async function makeCertificate(
  usages: readonly (keyof typeof X509.ExtendedKeyUsage)[] = ["serverAuth"],
): Promise<WebhookCertificate> {
  const x509 = await loadX509();
  const now = new Date();
  const authority = await newKeys();
  const server = await newKeys();
  const issuer = "CN=trimtab local authority";
  const shared = {
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + 30 * dayMs),
    ...{ signingAlgorithm: algorithm, signingKey: authority.privateKey, issuer },
  };
  const ca = await x509.X509CertificateGenerator.create(
    {
      ...{ ...shared, subject: issuer, publicKey: authority.publicKey },
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        // Clients trust several authorities of this name: the key identifier tells which one signed.
        await x509.SubjectKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const leaf = await x509.X509CertificateGenerator.create(
    {
      ...{ ...shared, subject: "CN=trimtab", publicKey: server.publicKey },
      extensions: [
        new x509.ExtendedKeyUsageExtension(usages.map(usage => x509.ExtendedKeyUsage[usage])),
        new x509.SubjectAlternativeNameExtension([
          { type: "dns", value: "localhost" },
          { type: "ip", value: "127.0.0.1" },
        ]),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey("pkcs8", server.privateKey);
  return {
    ca: `${ca.toString("pem")}\n`,
    cert: `${leaf.toString("pem")}\n`,
    key: `${x509.PemConverter.encode(key, "PRIVATE KEY")}\n`,
  };
}

/** It takes half a second to load, and most test files that import this one make no certificate. */
async function loadX509(): Promise<typeof X509> {
  await import("reflect-metadata");
  return await import("@peculiar/x509");
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
