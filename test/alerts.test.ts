import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

import { run } from "../hack/host/run.ts";
import { installPrometheus } from "../hack/cluster/prometheus/install.ts";

const root = join(import.meta.dirname, "..");
const rulesFile = join(root, "charts/trimtab/alerts/trimtab.rules.yaml");

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<"summary" | "description", string>>;
}

const { groups } = parse(readFileSync(rulesFile, "utf8")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

interface Row {
  readonly alert: string;
  readonly shows: string;
  /** By series, in promtool's notation, one value a minute. */
  readonly series: Readonly<Record<string, string>>;
  /** Minute of the evaluation. */
  readonly at: number;
  readonly fires: boolean;
}

const job = 'job="trimtab",instance="a"';
const build = { [`trimtab_build_info{${job}}`]: "1x90" };
const leader = (one: string, other: string) => ({
  'trimtab_leader{job="trimtab",instance="a"}': one,
  'trimtab_leader{job="trimtab",instance="b"}': other,
});
const writes = (result: string, values: string) => ({
  [`trimtab_scale_writes_total{${job},kind="Autoscaler",result="${result}"}`]: values,
});
const cutOff = (values: string) => ({
  [`trimtab_kube_reflector_failing_seconds{${job},resource="nodes"}`]: values,
});
/** A hundred observations a minute between the two bounds. */
const seconds = (name: string, [above, upTo]: readonly [number, number]) => ({
  [`${name}_bucket{${job},kind="Autoscaler",le="${above}"}`]: "0x90",
  [`${name}_bucket{${job},kind="Autoscaler",le="${upTo}"}`]: "0+100x90",
  [`${name}_bucket{${job},kind="Autoscaler",le="+Inf"}`]: "0+100x90",
});
const late = "trimtab_due_lateness_seconds";
const waited = "trimtab_queue_wait_seconds";
const review = "trimtab_admission_review_duration_seconds";
const blocked = (holds: string, by = `${job},kind="Autoscaler"`) => ({
  [`trimtab_holds_total{${by},reason="ScaleDownBlocked"}`]: holds,
  [`trimtab_decisions_total{${by},direction="hold"}`]: "0+100x90",
});
const faultyReviews = (values: string) => ({
  [`trimtab_admission_reviews_total{${job},kind="Autoscaler",verdict="fault"}`]: values,
});
const faults = (values: string) => ({
  [`trimtab_internal_faults_total{${job},where="reconcile"}`]: values,
});
const certificateEnds = (days: number) => ({
  [`trimtab_webhook_certificate_expiry_timestamp_seconds{${job}}`]: `${days * 86_400}x90`,
});
const named = 'kind="Autoscaler",namespace="shop",name="web"';
const info = (mode: string, ready: string) => ({
  [`trimtab_object_info{${job},${named},mode="${mode}",ready="${ready}"}`]: "1x90",
});
const object = (desired: string, current: string, mode = "Active", ready = "True") => ({
  [`trimtab_object_replicas{${job},${named},target="Deployment/web",state="desired"}`]: desired,
  [`trimtab_object_replicas{${job},${named},target="Deployment/web",state="current"}`]: current,
  ...info(mode, ready),
});
const objects = (mode: string, ready: string) => ({
  [`trimtab_objects{${job},kind="Autoscaler",mode="${mode}",ready="${ready}"}`]: "3x90",
});
const votes = (failed: string, mode = "Active", ready = "True") => ({
  [`trimtab_object_failed_votes{${job},${named},target="Deployment/web"}`]: failed,
  ...info(mode, ready),
});
const sized = (desired: string, min: number, mode = "Active", ready = "True") => ({
  [`trimtab_object_replicas{${job},${named},target="Deployment/web",state="desired"}`]: desired,
  [`trimtab_object_replicas{${job},${named},target="Deployment/web",state="min"}`]: `${min}x90`,
  [`trimtab_object_replicas{${job},${named},target="Deployment/web",state="max"}`]: "5x90",
  ...info(mode, ready),
});
const atMaximum = (max: number) => ({
  ...sized(`${max}x90`, 0),
  [`trimtab_object_replicas{${job},${named},target="Deployment/web",state="max"}`]: `${max}x90`,
});
const unready = (reason: string, values = "1x90", mode = "Active") => ({
  [`trimtab_object_condition{${job},${named},condition="Ready",reason="${reason}"}`]: values,
  ...info(mode, "False"),
});
const fallbacks = (values: string) => ({
  [`trimtab_objects_in_fallback{${job},kind="Autoscaler"}`]: values,
});
const queries = (code: string, values: string) => ({
  [`trimtab_metric_source_queries_total{${job},source="main",code="${code}"}`]: values,
  [`trimtab_metric_source_queries_total{${job},source="main",code="200"}`]: "0+10x90",
  [`trimtab_metric_source_queries_total{${job},source="other",code="200"}`]: "0+1000x90",
});
const starts = (values: string) => ({ ...build, [`process_start_time_seconds{${job}}`]: values });

// prettier-ignore
const rows: readonly Row[] = [
  { alert: "TrimtabDown",                   shows: "no scraped process",             series: { up: "0x90" },               at: 6,  fires: true },
  { alert: "TrimtabDown",                   shows: "one scraped process",            series: build,                        at: 60, fires: false },
  { alert: "TrimtabRestarts",               shows: "three starts",                   series: starts("1x5 2x5 3x5 4x60"),   at: 20, fires: true },
  { alert: "TrimtabRestarts",               shows: "a new version",                  series: starts("1x5 2x85"),           at: 20, fires: false },
  { alert: "TrimtabRestarts",               shows: "restarts of another job",        series: { 'process_start_time_seconds{job="other"}': "1x5 2x5 3x5 4x60" }, at: 20, fires: false },
  { alert: "TrimtabNoLeader",               shows: "two standby replicas",           series: leader("0x90", "0x90"),       at: 3,  fires: true },
  { alert: "TrimtabNoLeader",               shows: "a handover",                     series: leader("1x5 0x85", "0x6 1x80"), at: 7, fires: false },
  { alert: "TrimtabTwoLeaders",             shows: "two leaders",                    series: leader("1x90", "1x90"),       at: 3,  fires: true },
  { alert: "TrimtabTwoLeaders",             shows: "one leader",                     series: leader("1x90", "0x90"),       at: 30, fires: false },
  { alert: "TrimtabWritesRefused",          shows: "forbidden writes",               series: writes("Forbidden", "0+1x90"), at: 25, fires: true },
  { alert: "TrimtabWritesRefused",          shows: "one forbidden write",            series: writes("Forbidden", "0x5 1x85"), at: 25, fires: false },
  { alert: "TrimtabWritesRefused",          shows: "conflicts with other writers",   series: writes("Conflict", "0+1x90"), at: 25, fires: false },
  { alert: "TrimtabWritesRefused",          shows: "successful writes",              series: writes("Written", "0+1x90"),  at: 25, fires: false },
  { alert: "TrimtabWatchCutOff",            shows: "a watch that stays cut off",     series: cutOff("0+60x90"),            at: 5,  fires: true },
  { alert: "TrimtabWatchCutOff",            shows: "a watch that recovers",          series: cutOff("0 30 0x80"),          at: 5,  fires: false },
  { alert: "TrimtabDecisionsLate",          shows: "late passes",                    series: seconds(late, [10, 30]),      at: 25, fires: true },
  { alert: "TrimtabDecisionsLate",          shows: "late passes after a wake-up",    series: seconds(waited, [10, 30]),    at: 25, fires: true },
  { alert: "TrimtabDecisionsLate",          shows: "punctual passes",                series: { ...seconds(late, [0.01, 0.1]), ...seconds(waited, [0.01, 0.1]) }, at: 25, fires: false },
  { alert: "TrimtabMetricsUnavailable",     shows: "most decisions without metrics", series: blocked("0+90x90"),           at: 30, fires: true },
  { alert: "TrimtabMetricsUnavailable",     shows: "one in ten without metrics",     series: blocked("0+10x90"),           at: 30, fires: false },
  { alert: "TrimtabMetricSourceFailing",    shows: "a server that cannot be reached", series: queries("Unreachable", "0+20x90"), at: 25, fires: true },
  { alert: "TrimtabMetricSourceFailing",    shows: "refused credentials",            series: queries("401", "0+20x90"),    at: 25, fires: true },
  { alert: "TrimtabMetricSourceFailing",    shows: "a third of the queries in time out", series: queries("Timeout", "0+5x90"), at: 25, fires: false },
  { alert: "TrimtabMetricSourceFailing",    shows: "an outage of a few minutes",     series: queries("Unreachable", "0x5 0+50x5 250x80"), at: 13, fires: false },
  { alert: "TrimtabMetricSourceFailing",    shows: "invalid queries",                series: queries("400", "0+20x90"),    at: 25, fires: false },
  { alert: "TrimtabMetricSourceFailing",    shows: "calls of a scaler that succeed", series: queries("OK", "0+20x90"),     at: 25, fires: false },
  { alert: "TrimtabFallbackActive",         shows: "a fallback in force",            series: fallbacks("1x90"),            at: 6,  fires: true },
  { alert: "TrimtabFallbackActive",         shows: "a fallback that has just begun", series: fallbacks("0x10 1x80"),       at: 13, fires: false },
  { alert: "TrimtabFallbackActive",         shows: "no fallback",                    series: fallbacks("0x90"),            at: 60, fires: false },
  { alert: "TrimtabAdmissionFailing",       shows: "a fault",                        series: faultyReviews("0x5 1x85"),    at: 8,  fires: true },
  { alert: "TrimtabAdmissionFailing",       shows: "no fault",                       series: faultyReviews("0x90"),        at: 8,  fires: false },
  { alert: "TrimtabAdmissionSlow",          shows: "reviews that take seconds",      series: seconds(review, [5, 10]),     at: 25, fires: true },
  { alert: "TrimtabAdmissionSlow",          shows: "reviews of milliseconds",        series: seconds(review, [0.001, 0.01]), at: 25, fires: false },
  { alert: "TrimtabCertificateExpiresSoon", shows: "six days left",                  series: certificateEnds(6),           at: 70, fires: true },
  { alert: "TrimtabCertificateExpiresSoon", shows: "eight days left",                series: certificateEnds(8),           at: 70, fires: false },
  { alert: "TrimtabInternalFault",          shows: "a fault",                        series: faults("0x5 1x85"),           at: 8,  fires: true },
  { alert: "TrimtabInternalFault",          shows: "an old fault",                   series: faults("0x5 1x85"),           at: 40, fires: false },
  { alert: "TrimtabStuck",                  shows: "a count that is not reached",    series: object("5x90", "3x90"),       at: 20, fires: true },
  { alert: "TrimtabStuck",                  shows: "a count that is reached late",   series: object("5x90", "3x10 5x80"),  at: 20, fires: false },
  { alert: "TrimtabStuck",                  shows: "an object in DryRun",            series: object("5x90", "3x90", "DryRun"), at: 20, fires: false },
  { alert: "TrimtabStuck",                  shows: "an object not Ready",            series: object("5x90", "3x90", "Active", "False"), at: 20, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "a failed metric",                series: votes("1x90"),                at: 16, fires: true },
  { alert: "TrimtabMetricFailing",          shows: "one more that fails later",      series: votes("1x10 2x80"),           at: 16, fires: true },
  { alert: "TrimtabMetricFailing",          shows: "14 minutes",                     series: votes("1x90"),                at: 14, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "a metric that recovers",         series: votes("1x10 _x80"),           at: 20, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "an object in DryRun",            series: votes("1x90", "DryRun"),      at: 20, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "the last votes of an object not Ready", series: votes("1x90", "Active", "False"), at: 20, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "most decisions without metrics", series: { ...votes("1x90"), ...blocked("0+90x90") }, at: 30, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "one in ten without metrics",     series: { ...votes("1x90"), ...blocked("0+10x90") }, at: 30, fires: true },
  { alert: "TrimtabMetricFailing",          shows: "an outage from minute 10 on",    series: { ...votes("_x10 1x80"), ...blocked("0x10 0+90x80") }, at: 28, fires: false },
  { alert: "TrimtabMetricFailing",          shows: "a failed metric after an outage", series: { ...votes("1x90"), ...blocked("0+90x30 2700x60") }, at: 60, fires: true },
  { alert: "TrimtabMetricFailing",          shows: "an outage of the other kind",    series: { ...votes("1x90"), ...blocked("0+90x90", `${job},kind="ClusterProportionalAutoscaler"`) }, at: 30, fires: true },
  { alert: "TrimtabMetricFailing",          shows: "an outage of another installation", series: { ...votes("1x90"), ...blocked("0+90x90", 'job="other",kind="Autoscaler"') }, at: 30, fires: true },
  { alert: "TrimtabAtMaximum",              shows: "an hour at the maximum",         series: sized("5x90", 2),             at: 61, fires: true },
  { alert: "TrimtabAtMaximum",              shows: "59 minutes at the maximum",      series: sized("5x90", 2),             at: 59, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "a peak that ends",               series: sized("5x40 4x2 5x50", 2),    at: 70, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "one replica below the maximum",  series: sized("4x90", 2),             at: 80, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "a minimum equal to the maximum", series: sized("5x90", 5),             at: 80, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "an object in DryRun",            series: sized("5x90", 2, "DryRun"),   at: 80, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "the last size of an object not Ready", series: sized("5x90", 2, "Active", "False"), at: 80, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "an idle size of 0 and a maximum of 1", series: atMaximum(1),                 at: 80, fires: false },
  { alert: "TrimtabAtMaximum",              shows: "an idle size of 0 and a maximum of 2", series: atMaximum(2),                 at: 80, fires: true },
  { alert: "TrimtabConflictingAutoscaler",  shows: "a rival",                        series: unready("ConflictingAutoscaler"), at: 16, fires: true },
  { alert: "TrimtabConflictingAutoscaler",  shows: "14 minutes of a takeover",       series: unready("ConflictingAutoscaler"), at: 14, fires: false },
  { alert: "TrimtabConflictingAutoscaler",  shows: "another obstacle",               series: unready("TargetNotFound"),    at: 60, fires: false },
  { alert: "TrimtabConflictingAutoscaler",  shows: "a paused object",                series: unready("ConflictingAutoscaler", "1x90", "Paused"), at: 60, fires: false },
  { alert: "TrimtabObjectsNotReady",        shows: "three objects not Ready",        series: objects("Active", "False"),   at: 40, fires: true },
  { alert: "TrimtabObjectsNotReady",        shows: "three paused objects",           series: objects("Paused", "False"),   at: 40, fires: false },
];

describe("the alerts", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-alerts-"));
  let promtool: string;
  beforeAll(async () => {
    ({ promtool } = await installPrometheus());
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("are valid rules", async () => {
    const { code, stderr } = await run(promtool, ["check", "rules", rulesFile]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("are read with the scrape configuration of docs/alerts.md", async () => {
    const page = readFileSync(join(root, "docs/alerts.md"), "utf8");
    const [, config = ""] = /^```yaml\n(rule_files:.*?)^```/ms.exec(page) ?? [];
    const file = join(folder, "prometheus.yaml");
    // Debian's Prometheus is built without the discovery of Kubernetes.
    const discovery = /^ +kubernetes_sd_configs:\n +- .*$/m;
    expect(config).toMatch(discovery);
    writeFileSync(
      file,
      config
        .replace(/^rule_files: .*$/m, `rule_files: [${rulesFile}]`)
        .replace(discovery, "    static_configs: [{ targets: ['localhost:8080'] }]"),
    );
    const { code, stdout, stderr } = await run(promtool, ["check", "config", file]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${alerts.length} rules found`);
  });

  it("each have a test in which they fire and one in which they do not", () => {
    const tested = rows.map(({ alert, fires }) => `${alert} ${fires}`);
    for (const { alert } of alerts) {
      expect(tested).toEqual(expect.arrayContaining([`${alert} true`, `${alert} false`]));
    }
  });

  it("state a remedy, here and in a section of the runbook page", () => {
    const page = readFileSync(join(root, "docs/alerts.md"), "utf8");
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.summary.length).toBeLessThan(120);
      expect(annotations.description).toMatch(/[.]$/);
      expect(["critical", "warning", "info"]).toContain(labels.severity);
      expect(page).toMatch(new RegExp(`^## ${alert}$`, "m"));
    }
  });

  it.for(rows)("$alert on $shows: $fires", async ({ alert, series, at, fires }, { task }) => {
    const file = join(folder, `${task.id}.json`);
    const firing = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
    const test = {
      interval: "1m",
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          ...{ expr: firing, eval_time: `${at}m` },
          exp_samples: fires ? [{ labels: "{}", value: 1 }] : [],
        },
      ],
    };
    const content = { rule_files: [rulesFile], evaluation_interval: "1m", tests: [test] };
    writeFileSync(file, JSON.stringify(content));
    const { code, stdout, stderr } = await run(promtool, ["test", "rules", file]);
    expect(code, stdout + stderr).toBe(0);
  });
});
