import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { runOrThrow } from "../../hack/host/run.ts";
import { eventually } from "../integration/eventually.ts";
import { deploymentFile, hpaFile, joined } from "./manifests.ts";
import { scalers, openNamespace, repeatedly, setLoads, type Place } from "./place.ts";
import type { ReplicaLog } from "./replica-log.ts";
import { untilApplied, untilRefused } from "./tool.ts";

const root = resolve(import.meta.dirname, "../..");
/** The namespace of the examples in docs/gitops/move-hpas. */
const namespace = "storefront";
const folder = "takeover/now";
const names = ["frontend", "cart", "search"];
const workloads = names.map(name => ({ name, namespace }));
const hpas = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
const autoscalers = `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${namespace}/autoscalers`;

const same = (load: number) => Object.fromEntries(names.map(name => [name, load]));
const example = (path: string): string =>
  readFileSync(join(root, "docs/gitops/move-hpas", path), "utf8");

/** The files of a commit, with the kustomization of our example. */
const step = (of: string, hpa: string | undefined) => ({
  "takeover/now/kustomization.yaml": example(`${of}/kustomization.yaml`),
  "takeover/now/hpa.yaml": hpa,
});

const refusal =
  /HorizontalPodAutoscaler (frontend|cart|search) scales Deployment \1 already; delete it first, or write mode: DryRun/;

interface Counts {
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
}

export function takeoverTests(current: () => Place): void {
  describe("the three commits that replace HPAs", () => {
    let place: Place;
    let log: ReplicaLog;
    const hpaText = hpaFile(workloads);
    const untilCounts = (load: number) =>
      eventually(() => {
        expect(names.map(name => log.countOf(name))).toEqual(names.map(() => load));
      }, 120_000);
    /** A refused or applied commit must not change a count. */
    const duringWhich = async (work: () => Promise<void>): Promise<void> => {
      const begin = new Date();
      await work();
      expect(log.changesSince(begin)).toEqual([]);
    };

    beforeAll(async () => {
      place = current();
      log = await openNamespace(place, namespace);
      await setLoads(place, namespace, same(2));
    });

    afterAll(() => {
      log.stop();
    });

    it("start from HPAs that scale", async () => {
      const { repository, tool } = place;
      const commit = await repository.commit("HPAs", {
        "takeover/base/deployment.yaml": joined(workloads.map(deploymentFile)),
        "takeover/base/kustomization.yaml": kustomization(["deployment.yaml"], namespace),
        "takeover/now/kustomization.yaml": kustomization(["../base", "hpa.yaml"]),
        "takeover/now/hpa.yaml": hpaText,
      });
      await tool.follow(folder);
      await untilApplied(tool, folder, commit);
      await untilCounts(2);
      expect(await log.writersSince(new Date(0))).toEqual([scalers.hpa]);
    });

    it("are necessary, unless the tool prunes before it applies", async () => {
      const { cluster, repository, tool } = place;
      const converted = await convert(hpaText);
      const begin = new Date();
      const commit = await repository.commit("all at once", {
        "takeover/base/kustomization.yaml": example("base/kustomization.yaml"),
        "takeover/base/autoscaler.yaml": converted,
        ...step("3-active", undefined),
      });
      if (tool.prunesFirst) await untilApplied(tool, folder, commit);
      else expect(await untilRefused(tool, folder, commit)).toMatch(refusal);
      const left = (await mustRequest(cluster, "GET", hpas)).items;
      expect(left).toHaveLength(tool.prunesFirst ? 0 : names.length);
      const created = (await mustRequest(cluster, "GET", autoscalers)).items;
      expect(created).toHaveLength(tool.prunesFirst ? names.length : 0);
      await setLoads(place, namespace, same(3));
      await untilCounts(3);
      const scaler = tool.prunesFirst ? scalers.operator : scalers.hpa;
      expect(await log.writersSince(begin)).toEqual([scaler]);
    });

    it("1: the Autoscalers decide as the HPAs do, without effect", async () => {
      const { cluster, repository, tool } = place;
      await duringWhich(async () => {
        const commit = await repository.commit("1", step("1-dry-run", hpaText));
        await untilApplied(tool, folder, commit);
      });
      const begin = new Date();
      await setLoads(place, namespace, same(4));
      await untilCounts(4);
      await eventually(async () => {
        const { items = [] } = await mustRequest(cluster, "GET", autoscalers);
        const counts = items.map(({ status }) => {
          const { currentReplicas, desiredReplicas } = status as Counts;
          return { currentReplicas, desiredReplicas };
        });
        expect(counts).toEqual(names.map(() => ({ currentReplicas: 4, desiredReplicas: 4 })));
      });
      expect(await log.writersSince(begin)).toEqual([scalers.hpa]);
    });

    it("2: the HPAs are pruned, and the counts stay", async () => {
      const { cluster, repository, tool } = place;
      await duringWhich(async () => {
        const commit = await repository.commit("2", step("2-without-hpas", undefined));
        await untilApplied(tool, folder, commit);
        expect((await mustRequest(cluster, "GET", hpas)).items).toEqual([]);
        await setLoads(place, namespace, same(6));
        await repeatedly({ seconds: 20, every: 1 }, () => Promise.resolve());
      });
    });

    it("3: the Autoscalers scale", async () => {
      const { repository, tool } = place;
      const begin = new Date();
      const commit = await repository.commit("3", step("3-active", undefined));
      await untilApplied(tool, folder, commit);
      await untilCounts(6);
      expect(await log.writersSince(begin)).toEqual([scalers.operator]);
      expect(log.changesSince(begin)).toHaveLength(names.length);
    });

    it("back again: one commit restores the HPAs", async () => {
      const { repository, tool } = place;
      await duringWhich(async () => {
        const commit = await repository.commit("back", step("1-dry-run", hpaText));
        await untilApplied(tool, folder, commit);
      });
      const begin = new Date();
      await setLoads(place, namespace, same(8));
      await untilCounts(8);
      expect(await log.writersSince(begin)).toEqual([scalers.hpa]);
    });

    it("2 and 3 can be one, if the tool prunes before it applies", async () => {
      const { repository, tool } = place;
      const begin = new Date();
      const commit = await repository.commit("2 and 3", step("3-active", undefined));
      if (tool.prunesFirst) await untilApplied(tool, folder, commit);
      else expect(await untilRefused(tool, folder, commit)).toMatch(refusal);
      await setLoads(place, namespace, same(9));
      await untilCounts(9);
      const scaler = tool.prunesFirst ? scalers.operator : scalers.hpa;
      expect(await log.writersSince(begin)).toEqual([scaler]);
    });
  });
}

function kustomization(resources: readonly string[], of?: string): string {
  const apiVersion = "kustomize.config.k8s.io/v1beta1";
  const own = { resources, ...(of === undefined ? {} : { namespace: of }) };
  return JSON.stringify({ apiVersion, kind: "Kustomization", ...own });
}

/** As the command line converts them. */
const convert = (text: string): Promise<string> =>
  runOrThrow(process.execPath, [join(root, "bin/trimtab"), "convert", "-"], { stdin: text });
