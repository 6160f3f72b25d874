import { expect, it } from "vitest";

import type { AuditEvent } from "../../../hack/cluster/audit.ts";
import { admissionTime } from "./admission-time.ts";

// prettier-ignore
it.each([
  { shows: "a fast request counts in full",             answeredMs: 120,    webhook: undefined, want: 120 },
  { shows: "a slow request counts its webhook",         answeredMs: 1_300,  webhook: "702.5ms", want: 702.5 },
  { shows: "the webhook takes over a minute",           answeredMs: 90_000, webhook: "1m2.5s",  want: 62_500 },
  { shows: "a slow request without a webhook",          answeredMs: 900,    webhook: undefined, want: 0 },
])("$shows", ({ answeredMs, webhook, want }) => {
  const received = Date.parse("2026-01-01T12:00:00Z");
  const event = {
    requestReceivedTimestamp: new Date(received).toISOString(),
    stageTimestamp: new Date(received + answeredMs).toISOString(),
    ...(webhook && { annotations: { "apiserver.latency.k8s.io/validating-webhook": webhook } }),
  } as unknown as AuditEvent;
  expect(admissionTime(event)).toBe(want);
});
