import "reflect-metadata";

import { webcrypto } from "node:crypto";

import * as x509 from "@peculiar/x509";

import type { KeyPair } from "../certificates/certificate.ts";

const dayMs = 86_400_000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** A self-signed certificate for loopback. */
export async function makeKeyPair(commonName: string): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...{ keys, signingAlgorithm: algorithm, name: `CN=${commonName}` },
      notBefore: new Date(Date.now() - dayMs),
      notAfter: new Date(Date.now() + dayMs),
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: "ip", value: "127.0.0.1" }])],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  const pem = x509.PemConverter.encode(key, "PRIVATE KEY");
  return { cert: `${certificate.toString("pem")}\n`, key: `${pem}\n` };
}
