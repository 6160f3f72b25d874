import { expect, it } from "vitest";

import { readPair } from "./certificate-secret.ts";
import { issueCertificate } from "./issue-certificate.ts";

const of = { now: Date.parse("2026-01-01"), lifeMs: 60_000, names: ["trimtab.ns.svc"] };
const [one, other] = [await issueCertificate(of), await issueCertificate(of)];
const pair = { "tls.crt": one.cert, "tls.key": one.key };

it.each([
  { shows: "its authority", ca: { "ca.crt": one.ca }, ok: true },
  { shows: "its authority after another one", ca: { "ca.crt": other.ca + one.ca }, ok: true },
  { shows: "the authority of another pair", ca: { "ca.crt": other.ca }, ok: false },
  { shows: "no authority", ca: {}, ok: false },
])("reads a pair with $shows: $ok", ({ ca, ok }) => {
  const read = readPair({ ...pair, ...ca }, "tls");
  const refused = { ok: false, error: "ca.crt has no authority that signed tls.crt" };
  expect(read).toMatchObject(ok ? { ok: true, value: { pair: { cert: one.cert } } } : refused);
});
