import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import {
  AuditLog,
  matches,
  parseEvent,
  readAudit,
  type AuditEvent,
  type LogFilter,
} from "./audit.ts";

const raw = {
  kind: "Event",
  level: "Metadata",
  auditID: "id-1",
  stage: "ResponseComplete",
  requestURI: "/apis/apps/v1/namespaces/shop/deployments/web/scale",
  verb: "patch",
  user: { username: "system:serviceaccount:trimtab:operator", groups: [] },
  userAgent: "trimtab/0.1.0",
  objectRef: { resource: "deployments", subresource: "scale", namespace: "shop", name: "web" },
  responseStatus: { code: 422 },
  requestReceivedTimestamp: "2026-01-02T03:04:05.000100Z",
  stageTimestamp: "2026-01-02T03:04:05.000900Z",
};
const event: AuditEvent = {
  auditID: "id-1",
  stage: "ResponseComplete",
  requestURI: raw.requestURI,
  verb: "patch",
  user: "system:serviceaccount:trimtab:operator",
  userAgent: "trimtab/0.1.0",
  objectRef: raw.objectRef,
  code: 422,
  requestReceivedTimestamp: raw.requestReceivedTimestamp,
  stageTimestamp: raw.stageTimestamp,
};

describe("parseEvent", () => {
  it.each([
    { when: "complete", line: JSON.stringify(raw), want: event },
    { when: "truncated", line: JSON.stringify(raw).slice(0, -10), want: undefined },
    { when: "empty", line: "", want: undefined },
  ])("parses a line that is $when", ({ line, want }) => {
    expect(parseEvent(line)).toEqual(want);
  });

  it("includes the bodies if the log contains them", () => {
    const bodies = { requestObject: [{ op: "replace" }], responseObject: { kind: "Scale" } };
    expect(parseEvent(JSON.stringify({ ...raw, ...bodies }))).toEqual({ ...event, ...bodies });
  });

  it("fills in the missing fields of an aborted request", () => {
    const { responseStatus, objectRef, userAgent, ...aborted } = raw;
    expect([responseStatus, objectRef, userAgent]).not.toContain(undefined);
    const want = { code: 0, objectRef: undefined, userAgent: "" };
    expect(parseEvent(JSON.stringify(aborted))).toMatchObject(want);
  });
});

describe("matches", () => {
  it.each([
    { filter: {}, want: true },
    { filter: { userAgentPrefix: "trimtab/" }, want: true },
    { filter: { userAgentPrefix: "kubectl" }, want: false },
    { filter: { since: new Date("2026-01-02T03:04:05Z") }, want: true },
    { filter: { since: new Date("2026-01-02T03:04:06Z") }, want: false },
  ])("$filter: $want", ({ filter, want }) => {
    expect(matches(event, filter)).toBe(want);
  });
});

async function readAll(path: string, filter: LogFilter = {}): Promise<AuditEvent[]> {
  const events = [];
  for await (const each of readAudit(path, filter)) events.push(each);
  return events;
}

describe("readAudit", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-audit-"));
  const path = join(folder, "audit.log");
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const line = JSON.stringify(raw);

  it.each([
    { when: "the log is empty", text: "", want: 0 },
    { when: "all lines are complete", text: `${line}\n${line}\n`, want: 2 },
    { when: "the last line is incomplete", text: `${line}\n${line.slice(0, 50)}`, want: 1 },
  ])("returns $want events if $when", async ({ text, want }) => {
    writeFileSync(path, text);
    expect(await readAll(path)).toHaveLength(want);
  });

  it("returns only the events whose lines contain a text", async () => {
    writeFileSync(path, `${line}\n${line.replaceAll("shop", "bank")}\n`);
    const events = await readAll(path, { mentions: "bank" });
    expect(events.map(({ objectRef }) => objectRef?.namespace)).toEqual(["bank"]);
  });

  it("returns events of lines that are longer than the read buffer", async () => {
    const long = JSON.stringify({ ...raw, requestObject: "x".repeat(3_000_000) });
    writeFileSync(path, `${line}\n${long}\n${line}\n`);
    const events = await readAll(path, { mentions: "shop" });
    expect(
      events.map(({ requestObject }) => (requestObject as string | undefined)?.length),
    ).toEqual([undefined, 3_000_000, undefined]);
  });

  it("returns the event that follows an incomplete line of a killed API server", async () => {
    const { kind, ...rest } = raw;
    const next = JSON.stringify({ kind, apiVersion: "audit.k8s.io/v1", ...rest });
    writeFileSync(path, `${line}\n${line.slice(0, 200)}${next}\n`);
    expect(await readAll(path)).toEqual([event, event]);
  });

  it("rejects a log with an invalid line in the middle", async () => {
    writeFileSync(path, `${line}\n{"a\n${line}\n`);
    await expect(readAll(path)).rejects.toThrow(
      `audit.log has no audit event at ${line.length + 1}`,
    );
  });
});

describe("AuditLog", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-audit-"));
  const path = join(folder, "audit.log");
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const line = JSON.stringify(raw);

  it("returns each event once, and an incomplete one when it is complete", async () => {
    writeFileSync(path, "");
    const log = new AuditLog(path, "shop");
    const counts: number[] = [];
    for (const text of [`${line}\n`, `${line}\n${line.slice(0, 80)}`, `${line.slice(80)}\n`, ""]) {
      appendFileSync(path, text);
      let count = 0;
      for await (const each of log.unread()) count += each.auditID === "id-1" ? 1 : 0;
      counts.push(count);
    }
    expect(counts).toEqual([1, 1, 1, 0]);
  });
});
