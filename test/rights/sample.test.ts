/** The short form of `make test-rights`, for `make test`: all rights at once, and some of them one by one. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startOperator } from "../../hack/cluster/operator/operator.ts";
import { draw } from "../faults/load-script.ts";
import {
  expectNeeded,
  observeWithAllRights,
  openGround,
  untilReported,
  type Ground,
} from "./observe.ts";
import { grantAllBut, grantedRights, nameOf, type Right } from "./rules.ts";
import { values } from "./scene.ts";

/** The permissions to remove one by one; SEED repeats them. */
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const count = 1;

let ground: Ground;
beforeAll(async () => {
  ground = await openGround("rights-sample");
});
afterAll(() => ground.close());

const granted = await grantedRights(values);
const [sample = []] = draw(
  fc.shuffledSubarray([...granted], { minLength: count, maxLength: count }),
  seed,
  1,
);
const rowOf = (right: Right) => [nameOf(right), right] as const;
const texts = (rights: readonly Right[]) => rights.map(right => JSON.stringify(right)).sort();

describe(`the operator, SEED=${seed}`, () => {
  it("passes every check with all of its permissions and reports none as missing", async () => {
    expect(await observeWithAllRights(ground)).toEqual({ failed: [], reported: [] });
  }, 120_000);

  it("names each of its permissions when it starts without any", async () => {
    await grantAllBut(ground.cluster, values, granted);
    const operator = await startOperator(ground.cluster, {
      ...{ replica: "powerless", values, managesCertificate: true, elects: true },
      ...{ webhook: false, readyWithinMs: 0 },
    });
    try {
      expect(texts(await untilReported(operator))).toEqual(texts(granted));
    } finally {
      await operator.stop();
    }
  });

  it.each(sample.map(rowOf))(
    "fails a check without %s, and reports it at the start",
    async (_, right) => {
      await expectNeeded(ground, right);
    },
  );
});
