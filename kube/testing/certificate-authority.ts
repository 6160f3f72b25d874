import "reflect-metadata";

import { webcrypto } from "node:crypto";
import { isIP } from "node:net";

import * as x509 from "@peculiar/x509";

interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 86_400_000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
const usages = { client: clientAuth, server: serverAuth };

/** An authority for certificates, as a platform has one for its API servers, or for its metric sources. */
export async function makeAuthority(name: string) {
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
    addresses: readonly string[] = [],
  ): Promise<KeyPair> => {
    const names = addresses.map(value => ({ type: isIP(value) ? "ip" : "dns", value }) as const);
    const keys = await newKeys();
    const cert = await x509.X509CertificateGenerator.create(
      {
        ...{ ...shared, subject: `CN=${commonName}`, publicKey: keys.publicKey },
        extensions: [
          new x509.ExtendedKeyUsageExtension([usages[isFor]]),
          ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
        ],
      },
      webcrypto,
    );
    const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
    const pem = x509.PemConverter.encode(key, "PRIVATE KEY");
    return { cert: `${cert.toString("pem")}\n`, key: `${pem}\n` };
  };
  return { ca: `${ca.toString("pem")}\n`, issue };
}
