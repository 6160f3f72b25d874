import { relative } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

import { readDurations } from "./durations.ts";
import { slowFirst } from "./schedule.ts";

/** Starts slow files first, so that no worker begins a long one when the others are done. */
export class SlowFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { files } = readDurations();
    const sorted = slowFirst(specifications, ({ moduleId }) => files[this.#nameOf(moduleId)]);
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return await Promise.resolve(sorted.sort((a, b) => groupOf(a) - groupOf(b)));
  }

  #nameOf(moduleId: string): string {
    return relative(this.ctx.config.root, moduleId);
  }
}
