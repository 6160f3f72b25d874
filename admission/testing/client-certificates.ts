import "reflect-metadata";

import { webcrypto } from "node:crypto";

import * as x509 from "@peculiar/x509";

import type { KeyPair } from "../certificates/certificate.ts";

const dayMs = 86_400_000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
const usages = { client: clientAuth, server: serverAuth };

/** A client certificate authority, as a platform has one for its API servers. */
export async function makeClientAuthority(name: string) {
  const authority = await newKeys();
  const issuer = `CN=${name}`;
  const shared = {
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + dayMs),
    ...{ signingAlgorithm: algorithm, signingKey: authority.privateKey, issuer },
  };
  const ca = await x509.X509CertificateGenerator.create(
    {
      ...{ ...shared, subject: issuer, publicKey: authority.publicKey },
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
    },
    webcrypto,
  );
  const issue = async (
    commonName: string,
    isFor: keyof typeof usages = "client",
  ): Promise<KeyPair> => {
    const keys = await newKeys();
    const cert = await x509.X509CertificateGenerator.create(
      {
        ...{ ...shared, subject: `CN=${commonName}`, publicKey: keys.publicKey },
        extensions: [new x509.ExtendedKeyUsageExtension([usages[isFor]])],
      },
      webcrypto,
    );
    const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
    const pem = x509.PemConverter.encode(key, "PRIVATE KEY");
    return { cert: `${cert.toString("pem")}\n`, key: `${pem}\n` };
  };
  return { ca: `${ca.toString("pem")}\n`, issue };
}
