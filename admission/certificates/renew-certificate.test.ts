import { expect, it } from "vitest";

import { ok } from "../../engine/result.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { ProblemReports } from "./problem-reports.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { renewCertificate } from "./renew-certificate.ts";
import type { WatchedCertificate } from "./watched-certificate.ts";

const dnsNames = ["trimtab.ns.svc"];
const lifeMs = 90 * 60_000;
const clock = new ManualClock();
const issued = await issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
const filled = { "tls.crt": issued.cert, "tls.key": issued.key, "ca.crt": issued.ca };

// prettier-ignore
it.each([
  { shows: "a leader writes the next certificate",                            texts: filled, leads: 9, writes: 1, kind: "written" },
  { shows: "a replica that stops leading during the issuance writes nothing", texts: filled, leads: 2, writes: 0, kind: "idle" },
  { shows: "any replica fills a Secret that has been empty for a while",      texts: {},     leads: 0, writes: 1, kind: "written" },
])("$shows", async ({ texts, leads, writes, kind }) => {
  const transport = new ScriptedTransport(() => ok({}));
  const later = new ManualClock(clock.now() + lifeMs * 0.7);
  let asked = 0;
  const watched: Partial<WatchedCertificate> = {
    secret: { resourceVersion: "1", texts },
    blankMs: () => 60_000,
    trustedMs: () => null,
    bundles: () => "",
  };
  const renewal = await renewCertificate(
    {
      ...{ transport, clock: later, mayWrite: () => ++asked <= leads },
      ...{ namespace: "ns", secretName: "s", webhookName: "w" },
      ...{ dnsNames, lifeMs, spreadMs: 60_000, makePath: null, fixedPath: null },
    },
    watched as WatchedCertificate,
    new ProblemReports(() => undefined),
  );
  expect(renewal).toEqual(kind === "idle" ? { kind, ms: 60_000 } : { kind });
  expect(transport.requests).toHaveLength(writes);
});
