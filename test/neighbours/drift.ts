import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import type { Files } from "../../hack/neighbours/repository.ts";
import { eventually } from "../integration/eventually.ts";
import { autoscalerFile, deploymentFile } from "./manifests.ts";
import { scalers, openNamespace, repeatedly, setLoads, type Place } from "./place.ts";
import type { ReplicaLog } from "./replica-log.ts";
import { untilApplied, writesOf } from "./tool.ts";

const namespace = "shop";
const folder = "apps";
const count = 20;
const names = Array.from({ length: count }, (_, index) => `web-${String(index).padStart(2, "0")}`);
const minutes = Number(process.env["MINUTES"] ?? 2);
const everySeconds = 10;
const autoscalers = `/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/${namespace}/autoscalers`;
const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/trimtab";

const pathOf = (kind: string, name: string): string => `${folder}/${name}-${kind}.yaml`;

const manifests: Files = Object.fromEntries(
  names.flatMap(name => [
    [pathOf("deployment", name), deploymentFile({ name, namespace })],
    [pathOf("autoscaler", name), autoscalerFile({ name, namespace })],
  ]),
);

/** From 1 to 6, each workload in its own order. */
const loadsIn = (round: number): Record<string, number> =>
  Object.fromEntries(
    names.map((name, index) => [name, 1 + ((round * (1 + (index % 3)) + index) % 6)]),
  );

export function driftTests(current: () => Place): void {
  describe(`${count} Autoscalers and their Deployments, for ${minutes} minutes of changing load`, () => {
    let place: Place;
    let log: ReplicaLog;
    let since: Date;
    let generations: readonly number[];
    const countsBecome = (loads: Readonly<Record<string, number>>) =>
      eventually(() => {
        const counts = names.map(name => [name, log.countOf(name)]);
        expect(Object.fromEntries(counts)).toEqual(loads);
      });

    beforeAll(async () => {
      place = current();
      log = await openNamespace(place, namespace);
      await setLoads(place, namespace, loadsIn(0));
    });

    afterAll(() => {
      log.stop();
    });

    it("become healthy", async () => {
      const { repository, tool } = place;
      const commit = await repository.commit("20 workloads", manifests);
      await tool.follow(folder);
      await untilApplied(tool, folder, commit);
      await countsBecome(loadsIn(0));
      await untilApplied(tool, folder, commit);
    });

    it(
      "stay healthy and in sync, and keep the counts of the operator over a commit",
      async () => {
        const { cluster, repository, tool } = place;
        const before = await caBundle(place);
        generations = await generationsIn(place);
        since = new Date();
        const seen = new Set<string>();
        const watchFor = (seconds: number) =>
          repeatedly({ seconds, every: 1 }, async () => {
            for (const followed of [folder, "trimtab"]) {
              const { health, isInSync } = await tool.verdictOn(followed);
              seen.add(`${health}, ${isInSync ? "in sync" : "out of sync"}`);
            }
          });
        const seconds = 60 * minutes;
        let last = {};
        const load = repeatedly({ seconds, every: everySeconds }, async round => {
          last = loadsIn(round + 1);
          await setLoads(place, namespace, last);
        });
        await watchFor(seconds / 2);
        const web = { name: "web-07", namespace, image: "web:2" };
        const commit = await repository.commit("web:2", {
          [pathOf("deployment", web.name)]: deploymentFile(web),
        });
        await untilApplied(tool, folder, commit);
        await watchFor(seconds / 2);
        await load;
        await countsBecome(last);

        const rounds = seconds / everySeconds;
        const changes = log.changesSince(since);
        console.log(`${tool.name}: ${changes.length} counts changed in ${rounds} rounds`);
        expect(changes.length).toBeGreaterThan(rounds * (count / 2));
        expect(await log.writersSince(since)).toEqual([scalers.operator]);
        expect(Array.from(seen).filter(verdict => verdict.includes("failed"))).toEqual([]);
        expect(Array.from(seen).filter(verdict => verdict.includes("out of sync"))).toEqual([]);
        const writes = await writesOf(cluster, tool.user, since);
        console.log(`${tool.name} wrote`, writes);
        expect(writes).toContain(`patch deployments/${web.name}`);
        // If a count changes between Flux's read and its dry run, it applies the manifest again, without effect.
        const others = writes.filter(write => !write.startsWith("patch deployments/"));
        const all = names.map(name => `patch autoscalers/${name}`);
        expect(others).toEqual(tool.sendsAll ? all : []);
        expect(await generationsIn(place)).toEqual(generations);
        expect(await caBundle(place)).toBe(before);
      },
      120_000 + 70_000 * minutes,
    );

    it("leave the count of a Deployment whose Autoscaler is pruned", async () => {
      const { cluster, repository, tool } = place;
      const [name = ""] = names;
      const pruned = await repository.commit("without an Autoscaler", {
        [pathOf("autoscaler", name)]: undefined,
      });
      const begin = new Date();
      const kept = log.countOf(name);
      await untilApplied(tool, folder, pruned);
      expect((await apiRequest(cluster, "GET", `${autoscalers}/${name}`)).code).toBe(404);
      await setLoads(place, namespace, { [name]: 9 });
      await repeatedly({ seconds: 15, every: 1 }, () => {
        expect(log.countOf(name)).toBe(kept);
        return Promise.resolve();
      });
      expect(log.changesSince(begin)).toEqual([]);
    });
  });
}

async function generationsIn({ cluster }: Place): Promise<number[]> {
  const { items = [] } = await mustRequest(cluster, "GET", autoscalers);
  return items.map(({ metadata }) => metadata?.generation ?? 0);
}

/** The operator wrote it, and Git does not have it. */
async function caBundle({ cluster }: Place): Promise<string> {
  const { webhooks: [webhook] = [] } = (await mustRequest(cluster, "GET", webhooks)) as Webhooks;
  expect(webhook?.clientConfig.caBundle).toMatch(/./);
  return webhook?.clientConfig.caBundle ?? "";
}

interface Webhooks extends ApiObject {
  readonly webhooks?: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
}
