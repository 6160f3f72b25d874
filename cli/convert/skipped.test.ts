import { describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const web = "{apiVersion: apps/v1, kind: Deployment, name: web}";
const hpa = (metadata = "{name: web}", apiVersion = "autoscaling/v2") =>
  `apiVersion: ${apiVersion}\nkind: HorizontalPodAutoscaler\nmetadata: ${metadata}\nspec: {scaleTargetRef: ${web}, maxReplicas: 3}\n`;
const other = (apiVersion: string, kind: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\nspec: {}\n`;
const ownedBy = (kind: string, more = ", controller: true") =>
  hpa(
    `{name: web, ownerReferences: [{apiVersion: a/v1, kind: ${kind}, name: main, uid: u${more}}]}`,
  );

describe("an autoscaler that trimtab convert skips", () => {
  // prettier-ignore
  it.each([
    { shows: "an HPA of an unknown version",    text: hpa("{name: web}", "autoscaling/v3"),          says: "convert does not read apiVersion autoscaling/v3; write autoscaling/v2" },
    { shows: "an HPA without a version",        text: hpa("{name: web}", '""'),                      says: "convert does not read apiVersion (empty)" },
    { shows: "a ScaledObject of KEDA 1",        text: other("keda.k8s.io/v1alpha1", "ScaledObject"), says: "convert does not read KEDA 1 (keda.k8s.io)" },
    { shows: "a ScaledJob",                     text: other("keda.sh/v1alpha1", "ScaledJob"),        says: "it starts Jobs" },
    { shows: "a ScaledJob of KEDA 1",           text: other("keda.k8s.io/v1alpha1", "ScaledJob"),    says: "it starts Jobs" },
    { shows: "an HTTPScaledObject",             text: other("http.keda.sh/v1alpha1", "HTTPScaledObject"), says: "KEDA's HTTP add-on" },
    { shows: "an autoscaler of another project", text: other("a.example/v1", "CronPodAutoscaler"),   says: "convert does not read the kind CronPodAutoscaler" },
    { shows: "an HPA of KEDA",                  text: ownedBy("ScaledObject"),                       says: "KEDA writes it for ScaledObject main; convert the ScaledObject instead" },
    { shows: "an HPA of KEDA without an owner", text: hpa("{name: keda-hpa-api}"),                   says: "KEDA writes it for ScaledObject api" },
    { shows: "an HPA of KEDA with another name", text: hpa("{name: x, labels: {scaledobject.keda.sh/name: api}}"), says: "KEDA writes it for ScaledObject api" },
    { shows: "an HPA of Knative",               text: ownedBy("PodAutoscaler"),                      says: "Knative writes it for PodAutoscaler main" },
    { shows: "an HPA of another operator",      text: ownedBy("Canary"),                             says: "Canary main owns it, and its controller writes it again; change the Canary instead" },
  ])("is named, such as $shows: $says", async ({ text, says }) => {
    const ran = await trimtab(["convert", "-", "--allow-lost"], { stdin: `${text}---\n${hpa("{name: free}")}` });
    expect(ran.stdout).toContain(text);
    expect(ran.stderr).toMatch(/^-:2:1: \S+ \S+ is skipped: /m);
    expect(ran.stderr).toContain(says);
    expect(ran.status).toBe(1);
  });

  // prettier-ignore
  it.each([
    { shows: "a VerticalPodAutoscaler",        text: other("autoscaling.k8s.io/v1", "VerticalPodAutoscaler"), counts: "1 VerticalPodAutoscaler" },
    { shows: "an Autoscaler",                  text: other("autoscaling.trimtab.dev/v1alpha1", "Autoscaler").replace("web", "ours"), counts: "1 Autoscaler" },
    { shows: "a Deployment that a controller owns", text: other("apps/v1", "Deployment").replace("{name: web}", "{name: web, ownerReferences: [{controller: true}]}"), counts: "1 Deployment" },
    { shows: "JSON",                           text: '{"apiVersion": "v1", "kind": "Service"}\n',              counts: "1 Service" },
    { shows: "a text with templates",          text: "kind: Service\nmetadata: {{ x }}\n---\nkind: Service\n", counts: "2 Service" },
  ])("is not $shows, which is counted", async ({ text, counts }) => {
    const ran = await trimtab(["convert", "-"], { stdin: `${text}---\n${hpa()}` });
    expect(ran.stderr).not.toContain("skipped");
    expect(ran.stderr).toContain(`other kinds              ${counts}\n`);
    expect(ran.status).toBe(0);
  });

  it("does not include an object whose owner is no controller", async () => {
    const ran = await trimtab(["convert", "-"], { stdin: ownedBy("ConfigMap", "") });
    expect(ran.stderr).toContain("1 converted\n");
  });

  const inputs = [
    hpa(),
    other("keda.sh/v1alpha1", "ScaledJob"),
    other("v1", "Service"),
    hpa("{}", "autoscaling/v1").replace("3", "0"),
  ];
  const stdin = inputs.join("---\n");

  it("is part of the summary, which --summary prints without anything else", async () => {
    const ran = await trimtab(["convert", "-", "--summary"], { stdin });
    expect(ran).toEqual({
      stdout: [
        "HorizontalPodAutoscaler  1 converted, 1 with an invalid result\n",
        "ScaledJob                1 skipped\n",
        "other kinds              1 Service\n",
      ].join(""),
      stderr: "",
      status: 1,
    });
  });

  it("is part of the JSON", async () => {
    const { stdout } = await trimtab(["convert", "-", "-o", "json"], { stdin });
    expect(JSON.parse(stdout)).toMatchObject({
      skipped: [
        {
          file: "-",
          line: 7,
          column: 1,
          kind: "ScaledJob",
          name: "web",
          reason: expect.stringContaining("Jobs") as string,
        },
      ],
      summary: { autoscalers: { ScaledJob: { skipped: 1, converted: 0 } }, others: { Service: 1 } },
    });
  });
});

describe("one target of two results", () => {
  const second = hpa("{name: second, namespace: shop}");
  const keda = `apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: jobs}\nspec: {scaleTargetRef: {name: web}, triggers: [{type: cpu, metricType: Utilization, metadata: {value: "5"}}]}\n`;
  const ours = hpa("{name: ours}", "autoscaling.trimtab.dev/v1alpha1").replace("HorizontalPod", "");

  // prettier-ignore
  it.each([
    { shows: "an HPA and a ScaledObject",            stdin: [hpa(), keda],       says: "-:7:1: ScaledObject jobs", problem: "Deployment web is also scaled by Autoscaler web, at -:2:1" },
    { shows: "an HPA and an Autoscaler of the input", stdin: [hpa(), ours],      says: "-:2:1: Horizontal",        problem: "Deployment web is also scaled by Autoscaler ours, at -:7:1" },
    { shows: "an HPA that is there twice",           stdin: [hpa(), hpa()],      says: "-:7:1: Horizontal",        problem: "there is another Autoscaler web, at -:2:1" },
  ])("is an error for $shows", async ({ stdin, says, problem }) => {
    const ran = await trimtab(["convert", "-"], { stdin: stdin.join("---\n") });
    const at = ran.stderr.indexOf(says);
    expect(ran.stderr.slice(at)).toContain(problem);
    expect(ran.status).toBe(1);
  });

  it("is none in two namespaces, and none with the HPA that KEDA created", async () => {
    const owned = hpa("{name: keda-hpa-jobs}");
    const ran = await trimtab(["convert", "-"], { stdin: [hpa(), second].join("---\n") });
    expect(ran.status).toBe(0);
    const both = await trimtab(["convert", "-"], { stdin: [owned, keda].join("---\n") });
    expect(both.stderr).not.toContain("invalid");
  });
});
