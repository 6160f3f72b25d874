import { generateKeyPairSync, randomBytes } from "node:crypto";

import forge from "node-forge";

import type { KeyPair } from "../certificate.ts";

const dayMs = 86_400_000;

/** A certificate for loopback that signs itself. */
export function makeKeyPair(commonName: string): KeyPair {
  // Node makes the key: node-forge's own generator takes a second of pure JavaScript.
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const secret = forge.pki.privateKeyFromPem(key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.rsa.setPublicKey(secret.n, secret.e);
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = new Date(Date.now() - dayMs);
  certificate.validity.notAfter = new Date(Date.now() + dayMs);
  const subject = [{ name: "commonName", value: commonName }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  // 7: an IP address
  certificate.setExtensions([{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }]);
  certificate.sign(secret, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key };
}
