import { generateKeyPairSync, randomBytes } from "node:crypto";

import forge from "node-forge";

export interface WebhookCertificate {
  /** PEM of the authority, for the webhook's caBundle. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const dayMs = 86_400_000;

/** A certificate for loopback, signed by an authority of its own that nothing else trusts. */
export function makeCertificate(now = new Date()): WebhookCertificate {
  const authority = newKeys();
  const server = newKeys();
  const issuer = [{ name: "commonName", value: "trimtab local authority" }];
  const ca = newCertificate(authority.public, issuer, now);
  ca.setIssuer(issuer);
  ca.setExtensions([{ name: "basicConstraints", cA: true, critical: true }]);
  ca.sign(authority.private, forge.md.sha256.create());

  const subject = [{ name: "commonName", value: "trimtab" }];
  const leaf = newCertificate(server.public, subject, now);
  leaf.setIssuer(issuer);
  leaf.setExtensions([
    { name: "extKeyUsage", serverAuth: true },
    {
      name: "subjectAltName",
      // 2: a DNS name, 7: an IP address
      altNames: [
        { type: 2, value: "localhost" },
        { type: 7, ip: "127.0.0.1" },
      ],
    },
  ]);
  leaf.sign(authority.private, forge.md.sha256.create());
  return {
    ca: forge.pki.certificateToPem(ca),
    cert: forge.pki.certificateToPem(leaf),
    key: server.pem,
  };
}

/** Node makes the keys: node-forge's own generator takes a second of pure JavaScript. */
function newKeys() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const secret = forge.pki.privateKeyFromPem(pem);
  return { pem, private: secret, public: forge.pki.rsa.setPublicKey(secret.n, secret.e) };
}

function newCertificate(
  publicKey: forge.pki.PublicKey,
  subject: forge.pki.CertificateField[],
  now: Date,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = new Date(now.getTime() - dayMs);
  certificate.validity.notAfter = new Date(now.getTime() + 30 * dayMs);
  certificate.setSubject(subject);
  return certificate;
}
