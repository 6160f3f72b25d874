import { X509Certificate } from "node:crypto";

import { describe, expect, it } from "vitest";

import { readAuthorities, readPair, type SecretTexts } from "./certificate-secret.ts";
import { issueCertificate, type IssuedCertificate } from "./issue-certificate.ts";
import { changeFor, planRotation, type RotationStep, type RotationView } from "./plan-rotation.ts";

const minute = 60_000;
const t0 = Date.parse("2026-01-01T00:00:00Z");
const lifeMs = 90 * minute;
const names = ["trimtab.ns.svc", "trimtab.ns.svc.cluster.local"];

const issueAt = (minutes: number, of: readonly string[] = names) =>
  issueCertificate({ now: t0 + minutes * minute, lifeMs, names: of });

/** Issued at minutes 0, 60 (after two thirds of the first lifetime), and 120. */
const [old, a, b, elsewhere, nextElsewhere] = await Promise.all([
  issueAt(-60),
  issueAt(0),
  issueAt(60),
  issueAt(0, ["other.ns.svc"]),
  issueAt(60, ["other.ns.svc"]),
]);

const bundle = (...of: readonly IssuedCertificate[]) => of.map(({ ca }) => ca).join("");
const tls = ({ cert, key }: IssuedCertificate) => ({ "tls.crt": cert, "tls.key": key });
const next = ({ cert, key }: IssuedCertificate) => ({ "next.crt": cert, "next.key": key });

const settled: SecretTexts = { ...tls(a), "ca.crt": bundle(old, a) };
const prepared: SecretTexts = { ...tls(a), ...next(b), "ca.crt": bundle(a, b) };

interface Row {
  readonly shows: string;
  readonly texts: SecretTexts;
  /** Minutes after the first certificate was issued. */
  readonly at: number;
  /** Seconds since all webhooks trust the pair; 10 are enough. */
  readonly seen?: number;
  readonly dnsNames?: readonly string[];
  readonly does: string;
}

const view = (
  at: number,
  seen: number | undefined,
  dnsNames: readonly string[] = names,
): RotationView => ({
  now: t0 + at * minute,
  dnsNames,
  spreadMs: 10_000,
  bundleSeenMs: seen === undefined ? null : seen * 1_000,
  webhookBundle: "",
});

/** As text: the step, its duration or reason, and the authorities that it keeps. */
function told(step: RotationStep): string {
  const named = new Map([old, a, b].map(({ ca }, i) => [ca, ["old", "a", "b"][i]]));
  const kept = (keep: readonly string[]) => `keeps [${keep.map(ca => named.get(ca)).join()}]`;
  if (step.kind === "wait") return `wait ${step.ms / 1_000} s`;
  if (step.kind === "prepare") return `prepare, ${kept(step.keep)}`;
  if (step.kind === "promote") return "promote";
  return `replace, ${kept(step.keep)}: ${step.because}`;
}

describe("planRotation", () => {
  it.each<Row>([
    { shows: "an empty Secret", texts: {}, at: 0, does: "replace, keeps []: there is none" },
    {
      shows: "empty values",
      texts: { "tls.crt": "", "tls.key": "" },
      at: 0,
      does: "replace, keeps []: tls.crt and",
    },
    { shows: "a new pair", texts: settled, at: 0, does: "wait 60 s" },
    { shows: "a pair before 2/3 of its lifetime", texts: settled, at: 59.5, does: "wait 30 s" },
    { shows: "a pair at 2/3 of its lifetime", texts: settled, at: 60, does: "prepare, keeps [a]" },
    { shows: "a pair about to expire", texts: settled, at: 89, does: "prepare, keeps [a]" },
    {
      shows: "an expired pair",
      texts: settled,
      at: 90,
      does: "replace, keeps []: tls.crt: it has",
    },
    {
      shows: "a next pair that no webhook trusts yet",
      texts: prepared,
      at: 61,
      does: "wait 60 s",
    },
    { shows: "a next pair trusted just now", texts: prepared, at: 61, seen: 0, does: "wait 10 s" },
    {
      shows: "a next pair trusted for a while",
      texts: prepared,
      at: 61,
      seen: 9,
      does: "wait 1 s",
    },
    { shows: "a next pair that all trust", texts: prepared, at: 61, seen: 10, does: "promote" },
    {
      shows: "a next pair that no webhook trusts when the current one expires",
      texts: prepared,
      at: 89.5,
      does: "wait 30 s",
    },
    { shows: "a next pair and an expired one", texts: prepared, at: 90, does: "promote" },
    {
      shows: "two expired pairs",
      texts: prepared,
      at: 150,
      seen: 10,
      does: "replace, keeps []: tls.crt: it has expired",
    },
    {
      shows: "an expired next pair and a valid one",
      texts: { ...tls(b), ...next(a), "ca.crt": bundle(a, b) },
      at: 119,
      seen: 10,
      does: "wait 60 s",
    },
    {
      shows: "an expired next pair when another is due",
      texts: { ...tls(b), ...next(a), "ca.crt": bundle(a, b) },
      at: 120,
      seen: 10,
      does: "prepare, keeps [b]",
    },
    {
      shows: "a next pair without its key",
      texts: { ...settled, "next.crt": b.cert },
      at: 61,
      does: "prepare, keeps [a]",
    },
    {
      shows: "a next pair whose authority is not in the Secret",
      texts: { ...prepared, "ca.crt": bundle(a) },
      at: 61,
      seen: 10,
      does: "prepare, keeps [a]",
    },
    {
      shows: "a next pair for another name",
      texts: { ...prepared, ...next(nextElsewhere), "ca.crt": bundle(a, nextElsewhere) },
      at: 61,
      seen: 10,
      does: "prepare, keeps [a]",
    },
    {
      shows: "a missing name",
      texts: settled,
      at: 1,
      dnsNames: [...names, "renamed.ns.svc"],
      does: "replace, keeps [old,a]: tls.crt: it is not for renamed.ns.svc",
    },
    {
      shows: "an additional name",
      texts: settled,
      at: 59,
      dnsNames: names.slice(0, 1),
      does: "wait 60 s",
    },
    {
      shows: "other names",
      texts: { ...tls(elsewhere), "ca.crt": bundle(elsewhere) },
      at: 1,
      does: "replace, keeps []: tls.crt: it is not for trimtab.ns.svc",
    },
    {
      shows: "the key of another pair",
      texts: { ...settled, "tls.key": b.key },
      at: 1,
      does: "replace, keeps [old,a]: tls.crt and tls.key: ",
    },
    {
      shows: "an incomplete pair and a next one",
      texts: { ...prepared, "tls.key": "" },
      at: 61,
      does: "promote",
    },
    {
      shows: "a truncated certificate",
      texts: { ...settled, "tls.crt": a.cert.slice(0, 300) },
      at: 1,
      does: "replace, keeps [old,a]: tls.crt and tls.key: ",
    },
    {
      shows: "no authorities",
      texts: { ...settled, "ca.crt": "" },
      at: 1,
      does: "replace, keeps []: ca.crt has no authority",
    },
    {
      shows: "invalid authorities",
      texts: { ...settled, "ca.crt": `${a.cert}-----BEGIN CERTIFICATE-----\nAAAA\n` },
      at: 1,
      does: "replace, keeps []: ca.crt has no authority",
    },
    {
      shows: "a valid authority among invalid data",
      texts: { ...settled, "ca.crt": `hello\n${a.cert}\n${a.ca}\n${a.ca}` },
      at: 60,
      does: "prepare, keeps [a]",
    },
    {
      shows: "an expired authority in a bundle that is replaced",
      texts: { ...settled, "tls.key": "" },
      at: 31,
      does: "replace, keeps [a]: tls.crt",
    },
    { shows: "a clock a little behind", texts: settled, at: -5, does: "wait 60 s" },
    {
      shows: "a clock far behind",
      texts: settled,
      at: -6,
      does: "replace, keeps [old,a]: tls.crt: it is not valid before",
    },
    { shows: "a clock far ahead", texts: settled, at: 1e6, does: "replace, keeps []: tls.crt: it" },
    { shows: "a clock set back after prepare", texts: prepared, at: 58, does: "wait 60 s" },
    {
      shows: "binary data",
      texts: { ...settled, "tls.crt": "\0\uFFFD" },
      at: 1,
      does: "replace",
    },
  ])("$shows: $does", ({ texts, at, seen, dnsNames, does }) => {
    expect(told(planRotation(texts, view(at, seen, dnsNames)))).toContain(does);
  });
});

/** The Secret after a step. */
async function after(texts: SecretTexts, step: RotationStep, at: number) {
  if (step.kind === "wait") return texts;
  const changed = { ...texts, ...(await changeFor(step, texts, () => issueAt(at))) };
  return Object.fromEntries(Object.entries(changed).filter(([, text]) => text !== null));
}

const serial = (texts: SecretTexts): string =>
  new X509Certificate(texts["tls.crt"] ?? "").serialNumber;

describe("the lifecycle of certificates", () => {
  it("continues over many lifetimes and leaders, and clients always trust the served certificate", async () => {
    let texts: SecretTexts = {};
    const served = new Set<string>();
    /** The authorities that the webhooks trust: those of the Secret at the last check. */
    let trusted: readonly string[] = [];
    let since = 0;
    for (let at = 0; at < 400; at += 0.5) {
      // A leader has no state: each check is the first one of a new leader.
      const seen: number | undefined = trusted.length > 1 ? (at - since) * 60 : undefined;
      const step = planRotation(texts, view(at, seen));
      if (at > 0) expect(step.kind).not.toBe("replace");
      texts = await after(texts, step, at);
      const pair = readPair(texts, "tls");
      if (!pair.ok) throw new Error(pair.error);
      served.add(serial(texts));
      if (at > 0) expect(trusted).toContain(pair.value.authority.toString());
      const authorities = readAuthorities(texts["ca.crt"] ?? "").map(String);
      expect(authorities.length).toBeLessThan(3);
      if (authorities.join() !== trusted.join()) since = at;
      trusted = authorities;
    }
    // One every hour, which is two thirds of a lifetime.
    expect(served.size).toBe(Math.ceil(400 / 60));
  });

  it.each<{ shows: string; texts: SecretTexts; at: number; becomes: readonly string[] }>([
    {
      shows: "fills an empty Secret",
      texts: {},
      at: 1,
      becomes: ["new", "", "new"],
    },
    {
      shows: "keeps the trusted authorities in a replacement",
      texts: { ...prepared, "tls.key": "", "next.key": "" },
      at: 61,
      becomes: ["new", "", "a,b,new"],
    },
    { shows: "prepares the next one", texts: settled, at: 60, becomes: ["a", "new", "a,new"] },
    { shows: "promotes the next one", texts: prepared, at: 90, becomes: ["b", "", "a,b"] },
  ])("$shows", async ({ texts, at, becomes }) => {
    const changed = await after(texts, planRotation(texts, view(at, undefined)), at);
    const name = (pem: string | null = ""): string => {
      if (pem === null || pem === "") return "";
      const known = { a, b };
      const found = Object.entries(known).find(([, { cert, ca }]) => [cert, ca].includes(pem));
      return found?.[0] ?? "new";
    };
    const authorities = readAuthorities(changed["ca.crt"] ?? "").map(each => name(String(each)));
    expect([name(changed["tls.crt"]), name(changed["next.crt"]), authorities.join()]).toEqual(
      becomes,
    );
    expect(readPair(changed, "tls").ok).toBe(true);
    expect(readPair(changed, "next").ok).toBe(becomes[1] !== "");
  });
});

it("keeps the authorities of the webhooks when the Secret is missing, because a replica may use them", () => {
  const webhookBundle = `${a.ca}\n${b.ca}`;
  expect(told(planRotation({}, { ...view(0, undefined), webhookBundle }))).toBe(
    "replace, keeps [a,b]: there is none",
  );
});
