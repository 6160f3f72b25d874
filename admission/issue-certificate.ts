// The library below reads what this one defines.
import "reflect-metadata";

import { randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";

import * as x509 from "@peculiar/x509";

import type { EpochMs } from "../engine/result.ts";
import type { KeyPair } from "./certificate.ts";

export interface IssuedCertificate extends KeyPair {
  /** PEM of the authority that signed it: what clients have to trust. */
  readonly ca: string;
}

/** Clocks of clients may be behind by so much. It is no part of a certificate's life. */
export const skewMs = 300_000;

const keys = { name: "ECDSA", namedCurve: "P-256" };
const signature = { name: "ECDSA", hash: "SHA-256" };

/**
 * A key and its certificate, signed by an authority of its own whose key exists no longer when this
 * returns: whoever trusts it trusts nothing else by it.
 *
 * @param of `names` are DNS names and IP addresses
 */
export async function issueCertificate(of: {
  readonly now: EpochMs;
  readonly lifeMs: number;
  readonly names: readonly string[];
}): Promise<IssuedCertificate> {
  const authority = await newKeys();
  const server = await newKeys();
  // Each its own name: a bundle holds several, and clients look for a signer by its name.
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
        new x509.SubjectAlternativeNameExtension(of.names.map(alternativeName)),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey("pkcs8", server.privateKey);
  return {
    ca: pem(ca.rawData, "CERTIFICATE"),
    cert: pem(cert.rawData, "CERTIFICATE"),
    key: pem(key, "PRIVATE KEY"),
  };
}

const newKeys = () => webcrypto.subtle.generateKey(keys, true, ["sign", "verify"]);

/** A positive number, as RFC 5280 wants it, of which 126 bits are chance. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes.toString("hex");
}

const alternativeName = (value: string): x509.JsonGeneralName => ({
  type: isIP(value) === 0 ? "dns" : "ip",
  value,
});

const pem = (der: ArrayBuffer, label: string): string =>
  `${x509.PemConverter.encode(der, label).trimEnd()}\n`;
