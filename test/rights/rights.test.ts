/** The long form, `make test-rights`: each right costs a start of the operator and ten seconds of checks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { expectNeeded, observeWithAllRights, openGround, type Ground } from "./observe.ts";
import { grantedRights, nameOf, type Right } from "./rules.ts";
import { values } from "./scene.ts";

let ground: Ground;
const table: string[] = [];

beforeAll(async () => {
  ground = await openGround("rights");
});
afterAll(async () => {
  if (table.length > 0) console.log(["without -> what fails", ...table].join("\n"));
  await ground.close();
});

const granted = await grantedRights(values);
const rowOf = (right: Right) => [nameOf(right), right] as const;

describe("the operator", () => {
  it("passes every check with all of its permissions and reports none as missing", async () => {
    expect(await observeWithAllRights(ground)).toEqual({ failed: [], reported: [] });
  }, 120_000);

  it.each(granted.map(rowOf))(
    "fails a check without %s, and reports it at the start",
    async (name, right) => {
      const failed = await expectNeeded(ground, right);
      table.push(`${name} -> ${failed.join(", ")}`);
    },
  );
});
