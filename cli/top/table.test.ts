import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { coloured, plain } from "../terminal/style.ts";
import { blocked, fresh, held, ingress, now, objectOf, web } from "../testing/objects.ts";
import { renderTable } from "./table.ts";
import { loadCell, shortLoadCell } from "../objects/load.ts";
import { rowsOf } from "./rows.ts";

const named = (raw: { metadata: object }, name: string) => ({
  ...raw,
  metadata: { ...raw.metadata, name },
});
const objects = [web, named(held, "search"), blocked, ingress, fresh].map(objectOf);
const rows = rowsOf(objects, now);

const table = (width: number, withNamespace = true, paint = plain): string =>
  renderTable(rows, { page: { width, paint }, now, withNamespace }).join("\n");

describe("the table", () => {
  it("has full texts if there is room", () => {
    expect(table(200)).toMatchInlineSnapshot(`
      "OBJECT               KIND  LOAD                             VOTE     SAMPLE  RANGE   LIMIT                                       NOW  WANT  AGE
      ingress/ingress      cpa   39 nodes 312 cores               cores 5       -  2..     dry run                                       4     5    -
        + ingress-cache                                           -             -  2..     target not found, dry run                     -     -    -
      kube-system/coredns  cpa   -                                -             -  -       -                                             -     -    -
      shop/checkout        asc   cpu ?/80%                        cpu ?         -  1..100  metrics unavailable, scale-down is blocked    4     4    -
      shop/search          asc   cpu 26%/70% memory 100Mi/512Mi   cpu 3         -  2..10   held by the window                            8     8   2h
      shop/web             asc   cpu 140%/70% memory 300Mi/512Mi  cpu 12        -  2..10   limited by the maximum                       10    10   5m"
    `);
  });

  it("shows that a new object waits for the first sample, without an alarm", () => {
    const created = { ...blocked.metadata, creationTimestamp: "2026-01-02T10:04:30Z" };
    const [row] = rowsOf([objectOf({ ...blocked, metadata: created })], now);
    expect([row?.limits, row?.isBlocked]).toEqual([["WaitingForSample"], false]);
    const shown = renderTable(row ? [row] : [], {
      page: { width: 80, paint: plain },
      now,
      withNamespace: true,
    });
    expect(shown.join("\n")).toContain(" waiting ");
  });

  it("has a column for forecasts if an object has one, and room for it", () => {
    const forecast = (gate: string, reason: string) => ({ gate, reason, message: "" });
    const forecasting = (name: string, gate: string, reason: string) => ({
      ...named(web, name),
      status: { ...web.status, forecast: forecast(gate, reason) },
    });
    const raw = [
      forecasting("a", "Open", "Worthwhile"),
      forecasting("b", "Closed", "Learning"),
      held,
    ];
    const shown = (width: number) =>
      renderTable(rowsOf(raw.map(objectOf), now), {
        ...{ page: { width, paint: plain }, now, withNamespace: false },
      });
    const lines = shown(200);
    const at = lines[0]?.indexOf("FORECAST") ?? 0;
    expect(lines.map(line => /^\S+/.exec(line.slice(at))?.[0])).toEqual([
      ...["FORECAST", "Worthwhile", "Learning", "-"],
    ]);
    expect(shown(70)[0]).not.toContain("FORECAST");
  });

  it("fits the width of a terminal", () => {
    expect(table(80)).toMatchInlineSnapshot(`
      "OBJECT               KIND  LOAD      VOTE     RANGE   LIMIT     NOW  WANT  AGE
      ingress/ingress      cpa   39n 312c  cores 5  2..     dry-run     4     5    -
        + ingress-cache                    -        2..     target?…    -     -    -
      kube-system/coredns  cpa   -         -        -       -           -     -    -
      shop/checkout        asc   ?/80%     cpu ?    1..100  metric?…    4     4    -
      shop/search          asc   26%/70%   cpu 3    2..10   window      8     8   2h
      shop/web             asc   140%/70%  cpu 12   2..10   max        10    10   5m"
    `);
  });

  it("matches the example in the guide", () => {
    const guide = fileURLToPath(new URL("../../docs/cli.md", import.meta.url));
    expect(readFileSync(guide, "utf8")).toContain(table(80));
  });

  it("drops columns if it must", () => {
    expect(table(60)).toMatchInlineSnapshot(`
      "OBJECT               VOTE     LIMIT     NOW  WANT  AGE
      ingress/ingress      cores 5  dry-run     4     5    -
        + ingress-cache    -        target?…    -     -    -
      kube-system/coredns  -        -           -     -    -
      shop/checkout        cpu ?    metric?…    4     4    -
      shop/search          cpu 3    window      8     8   2h
      shop/web             cpu 12   max        10    10   5m"
    `);
  });

  it("omits the namespace if all objects share it", () => {
    expect(table(40, false)).toMatchInlineSnapshot(`
      "OBJECT             LIMIT     NOW  WANT
      ingress            dry-run     4     5
        + ingress-cache  target?…    -     -
      coredns            -           -     -
      checkout           metric?…    4     4
      search             window      8     8
      web                max        10    10"
    `);
  });

  it.each([20, 30, 50, 70, 80, 120])("never exceeds a width of %i", width => {
    const lines = table(width).split("\n");
    expect(lines).toHaveLength(rows.length + 1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
  });

  it("has the same text with colours, and resets colours at the end of each line", () => {
    const text = table(80, true, coloured);
    expect(text).toContain("\u001b[31mtarget?");
    expect(text.replace(/\u001b\[\d+m/g, "")).toBe(table(80));
  });

  it("fits with very long names and numbers", () => {
    const long = named(web, "a-name-of-sixty-three-characters-which-is-as-long-as-they-can-be");
    const status = {
      ...web.status,
      currentReplicas: 2_147_483_647,
      desiredReplicas: 2_147_483_647,
    };
    const [row] = rowsOf([objectOf({ ...long, status })], now);
    const lines = renderTable([row!], {
      page: { width: 80, paint: plain },
      now,
      withNamespace: true,
    });
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines[1]).toContain("2147483647");
  });

  const until = { "paused-until": "2026-01-02T12:05:00Z", "paused-reason": "INC-7" };
  const downUntil = { "scale-down-paused-until": "2026-01-02T11:05:00Z" };
  const off = { type: "ScalingActive", status: "False", reason: "Paused", message: "p" };

  // prettier-ignore
  it.each<{ shows: string; given: object; conditions?: object[]; full: string; short: string }>([
    { shows: "a pause, its end and its reason", given: until,                         full: "Paused until 2026-01-02 12:05:00Z (INC-7), limited by the maximum",   short: "paused,max" },
    { shows: "a pause that is in the status",   given: until, conditions: [off],      full: "Paused until 2026-01-02 12:05:00Z (INC-7), limited by the maximum",   short: "paused,max" },
    { shows: "a pause of scale-down",           given: downUntil,                     full: "ScaleDownPaused until 2026-01-02 11:05:00Z, limited by the maximum",  short: "no-down,max" },
    { shows: "no pause that is over",           given: { "paused-until": "2026-01-02T10:05:00Z" }, full: "limited by the maximum",                                short: "max" },
  ])("shows $shows", ({ given, conditions = [], full, short }) => {
    const annotations = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [`autoscaling.trimtab.dev/${key}`, value as string]),
    );
    const status = { ...web.status, conditions };
    const paused = objectOf({ ...web, metadata: { ...web.metadata, annotations }, status });
    const [wide, narrow] = [200, 80].map(width => {
      const page = { width, paint: plain };
      return renderTable(rowsOf([paused], now), { page, now, withNamespace: true })[1];
    });
    expect(wide).toContain(` ${full} `);
    expect(narrow).toContain(` ${short} `);
  });

  it("has only its header without objects", () => {
    const page = { width: 80, paint: plain };
    expect(renderTable([], { page, now, withNamespace: true })).toHaveLength(1);
  });
});

describe("the rows", () => {
  it("are sorted by namespace and name", () => {
    expect(rowsOf(objects.toReversed(), now)).toEqual(rows);
    expect(rows.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual([
      ...["ingress/ingress", "ingress/ingress", "kube-system/coredns"],
      ...["shop/checkout", "shop/search", "shop/web"],
    ]);
  });

  it("show the number of nodes that the parameters count", () => {
    const all = objectOf({
      ...ingress,
      spec: { ...ingress.spec, nodes: { unschedulable: "Count" as const } },
    });
    expect(all.load).toEqual({ kind: "Cluster", nodes: 40, cores: 320, others: [] });
  });

  it("show what else counts, in full only where there is room", () => {
    const resources = [{ name: "memory", total: "640Gi", schedulable: "16266912Ki" }];
    const status = { ...ingress.status, pods: 1, namespaces: 41, resources };
    const { load } = objectOf({ ...ingress, status });
    expect(loadCell(load)).toBe("39 nodes 312 cores 1 pod 41 namespaces 15.5Gi memory");
    expect(shortLoadCell(load, null)).toBe("39n 312c");
  });

  it("show the bounds of the ConfigMap in force", () => {
    const { linear, ...spec } = ingress.spec;
    const parameters = { source: "ConfigMap", linear: { ...linear, maxReplicas: 7 } };
    const [row] = rowsOf(
      [objectOf({ ...ingress, spec, status: { ...ingress.status, parameters } })],
      now,
    );
    expect(row).toMatchObject({ minReplicas: 2, maxReplicas: 7 });
  });
});
