import { beforeAll, describe, expect, it } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "../integration/eventually.ts";
import { autoscalerFile, deploymentFile } from "./manifests.ts";
import { repeatedly, type Place } from "./place.ts";
import { untilApplied } from "./tool.ts";

const namespace = "health";
const folder = "late";
const late = { name: "late", namespace };
const file = `${folder}/autoscaler.yaml`;

export function healthTests(current: () => Place): void {
  describe("the health of an Autoscaler", () => {
    let place: Place;
    let commit: string;

    beforeAll(async () => {
      place = current();
      await mustRequest(place.cluster, "POST", "/api/v1/namespaces", {
        metadata: { name: namespace },
      });
      commit = await place.repository.commit("no target", { [file]: autoscalerFile(late) });
      await place.tool.follow(folder);
      await place.tool.refresh(folder);
    });

    it("is in progress until its target exists", async () => {
      const { cluster, tool } = place;
      await eventually(async () => {
        expect((await tool.verdictOn(folder)).tried).toBe(commit);
      });
      await repeatedly({ seconds: 10, every: 1 }, async () => {
        expect((await tool.verdictOn(folder)).health).toBe("progressing");
      });
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await mustRequest(cluster, "POST", path, JSON.parse(deploymentFile(late)));
      await untilApplied(tool, folder, commit);
      expect((await tool.verdictOn(folder)).message).toMatch(tool.words.active);
    });

    it("does not block a sync in mode Paused", async () => {
      const { repository, tool } = place;
      const paused = { ...late, mode: "Paused" };
      commit = await repository.commit("paused", { [file]: autoscalerFile(paused) });
      await untilApplied(tool, folder, commit);
      await eventually(async () => {
        expect((await tool.verdictOn(folder)).message).toMatch(tool.words.paused);
      });
    });
  });
}
