/** The unit tests for hack/mutants: those that import a mutated file, one after the other, nearest first. */
import { basename, dirname, relative } from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { unitEnvironment } from "../../vitest.config.ts";

/**
 * The first failing test ends the run of a mutant, so the tests next to the mutated file come first, then
 * those of its folder, and in each group the fast ones.
 */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [mutated = ""] = this.ctx.config.related ?? [];
    const distance = ({ moduleId }: TestSpecification) => {
      if (dirname(moduleId) !== dirname(mutated)) return 2;
      return basename(moduleId, ".test.ts") === basename(mutated, ".ts") ? 0 : 1;
    };
    const duration = ({ moduleId, project }: TestSpecification) => {
      const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
      return this.ctx.cache.getFileTestResults(key)?.duration ?? 0;
    };
    return Promise.resolve(
      [...files].sort((a, b) => distance(a) - distance(b) || duration(a) - duration(b)),
    );
  }
}

export default defineConfig({
  test: {
    include: ["{engine,controller,kube,admission,capabilities,cli,test}/**/*.test.ts"],
    exclude: [
      "**/*.integration.test.ts",
      "test/{attack,integration,faults,image,rights,chart,twins}/**",
      // It measures CPU time, of which the instrumented code takes more.
      "test/hostile-text/hostile-text.test.ts",
      "test/*.test.ts",
      // They start processes, in which no mutant is active.
      "cli/{evaluate/evaluate,evaluate/evaluate-stream,explain/explain,validate/validate,validate/docs}.test.ts",
    ],
    env: unitEnvironment,
    globalSetup: ["test/command-line-setup.ts"],
    sequence: { sequencer: NearestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
