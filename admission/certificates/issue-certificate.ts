import { randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";

import type { EpochMs } from "../../engine/model/values/result.ts";
import type { KeyPair } from "./certificate.ts";

export interface IssuedCertificate extends KeyPair {
  /** PEM of the authority that signed it, for clients to trust. */
  readonly ca: string;
}

/** Allowance for clients whose clocks are slow. It does not count towards a certificate's life. */
export const skewMs = 300_000;

const keys = { name: "ECDSA", namedCurve: "P-256" };
const signature = { name: "ECDSA", hash: "SHA-256" };

/**
 * Creates a key and its certificate, signed by an authority of its own. The authority's key no longer exists
 * when this returns: clients that trust this authority trust no other certificate by it.
 *
 * @param of `names` are DNS names and IP addresses
 */
export async function issueCertificate(of: {
  readonly now: EpochMs;
  readonly lifeMs: number;
  readonly names: readonly string[];
}): Promise<IssuedCertificate> {
  const x509 = await loadX509();
  const authority = await newKeys();
  const server = await newKeys();
  // A separate name for each: a bundle holds several, and clients find a signer by its name.
  const issuer = `CN=trimtab webhook authority ${randomBytes(4).toString("hex")}`;
  const shared = {
    notBefore: new Date(of.now - skewMs),
    notAfter: new Date(of.now + of.lifeMs),
    signingAlgorithm: signature,
    signingKey: authority.privateKey,
    issuer,
  };
  const ca = await x509.X509CertificateGenerator.create(
    {
      ...shared,
      ...{ serialNumber: newSerial(), subject: issuer, publicKey: authority.publicKey },
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const cert = await x509.X509CertificateGenerator.create(
    {
      ...shared,
      ...{ serialNumber: newSerial(), subject: "CN=trimtab webhook", publicKey: server.publicKey },
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          of.names.map(value => ({ type: isIP(value) === 0 ? "dns" : "ip", value })),
        ),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey("pkcs8", server.privateKey);
  const pem = (der: ArrayBuffer, label: string): string =>
    `${x509.PemConverter.encode(der, label).trimEnd()}\n`;
  return {
    ca: pem(ca.rawData, "CERTIFICATE"),
    cert: pem(cert.rawData, "CERTIFICATE"),
    key: pem(key, "PRIVATE KEY"),
  };
}

/**
 * A process that reads its certificate from files issues none, and the library is a fifth of what it would load when it
 * starts.
 */
async function loadX509() {
  // What the library needs before it loads.
  await import("reflect-metadata");
  return await import("@peculiar/x509");
}

const newKeys = () => webcrypto.subtle.generateKey(keys, true, ["sign", "verify"]);

/** A positive number, as RFC 5280 requires, with 126 random bits. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes.toString("hex");
}
