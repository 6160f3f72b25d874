// The library below needs what this one defines.
import "reflect-metadata";

import { X509Certificate } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:tls";

import * as x509 from "@peculiar/x509";
import { describe, expect, it } from "vitest";

import { checkPair } from "./certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";

const hourMs = 3_600_000;
const names = ["trimtab.ns.svc", "trimtab.ns.svc.cluster.local", "localhost", "127.0.0.1"];
const issue = () => issueCertificate({ now: Date.now(), lifeMs: hourMs, names });

describe("issueCertificate", () => {
  it("issues a matching pair with exactly its names and its lifetime", async () => {
    const now = Date.parse("2026-05-01T12:00:00Z");
    const { cert, key, ca } = await issueCertificate({ now, lifeMs: hourMs, names });
    expect(checkPair({ cert, key })).toEqual({ ok: true, value: { cert, key } });
    const [leaf, authority] = [new X509Certificate(cert), new X509Certificate(ca)];
    expect(leaf.subjectAltName).toBe(
      "DNS:trimtab.ns.svc, DNS:trimtab.ns.svc.cluster.local, DNS:localhost, IP Address:127.0.0.1",
    );
    expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect([leaf.ca, authority.ca]).toEqual([false, true]);
    // For Node.js, the key usage alone says that it is no authority. Other clients read the constraint only.
    const constraints = new x509.X509Certificate(cert).getExtension(x509.BasicConstraintsExtension);
    expect(constraints).toMatchObject({ ca: false, critical: true });
    for (const each of [leaf, authority]) {
      expect([each.validFrom, each.validTo].map(time => new Date(time).toISOString())).toEqual([
        "2026-05-01T11:55:00.000Z",
        "2026-05-01T13:00:00.000Z",
      ]);
    }
    expect(leaf.checkIssued(authority) && leaf.verify(authority.publicKey)).toBe(true);
  });

  it("issues a new key, authority and serial number each time", async () => {
    const [a, b] = await Promise.all([issue(), issue()]);
    const [x, y] = [new X509Certificate(a.cert), new X509Certificate(b.cert)];
    expect(a.key).not.toBe(b.key);
    expect([x.serialNumber, x.issuer]).not.toEqual([y.serialNumber, y.issuer]);
    expect(x.verify(new X509Certificate(b.ca).publicKey)).toBe(false);
  });

  it.each([
    { shows: "a client that trusts its CA", servername: names[0]!, trusts: "own", error: null },
    {
      shows: "a client that trusts several CAs, including its own",
      servername: names[1]!,
      trusts: "both",
      error: null,
    },
    {
      shows: "a client that trusts another CA",
      servername: names[0]!,
      trusts: "other",
      error: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    },
    {
      shows: "a client that requests another name",
      servername: "other.ns.svc",
      trusts: "own",
      error: "ERR_TLS_CERT_ALTNAME_INVALID",
    },
  ])("causes the TLS error $error for $shows", async ({ servername, trusts, error }) => {
    const [own, other] = await Promise.all([issue(), issue()]);
    const server = createServer({ cert: own.cert, key: own.key });
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    const ca = { own: own.ca, other: other.ca, both: `${other.ca}${own.ca}` }[trusts]!;
    const code = await new Promise(resolve => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: "127.0.0.1", servername, ca }, () => {
        resolve(null);
        socket.end();
      });
      socket.on("error", cause => {
        resolve((cause as NodeJS.ErrnoException).code);
      });
    });
    server.close();
    expect(code).toBe(error);
  });
});
