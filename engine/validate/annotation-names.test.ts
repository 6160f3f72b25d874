import { describe, expect, it } from "vitest";

import { checkAnnotationNames } from "./metadata.ts";
import { pauseAnnotations } from "../model/pauses.ts";

const ours = "autoscaling.trimtab.dev";

// prettier-ignore
const rows = [
  { shows: "a pause",              key: pauseAnnotations.all,          remedy: null },
  { shows: "another tool's",       key: "example.com/pause-until",     remedy: null },
  { shows: "one without a prefix", key: "paused-until",                remedy: null },
  { shows: "a missing letter",     key: `${ours}/pause-until`,         remedy: `write ${pauseAnnotations.all}` },
  { shows: "a capital",            key: `${ours}/Paused-Reason`,       remedy: `write ${pauseAnnotations.reason}` },
  { shows: "swapped words",        key: `${ours}/scaledown-paused-until`, remedy: `write ${pauseAnnotations.scaleDown}` },
  { shows: "another prefix",       key: "trimtab.dev/paused-until",    remedy: `write ${pauseAnnotations.all}` },
  { shows: "one that no API server stores", key: `${"trimtab".repeat(40)}/paused-until`, remedy: null },
  { shows: "trimtab in its name",  key: "example.com/trimtab",         remedy: null },
  { shows: "that of a target",     key: `${ours}/rollout`,             remedy: `write ${Object.values(pauseAnnotations).join(" or ")}` },
];

describe("the name of an annotation", () => {
  it.each(rows)("is checked: $shows", ({ key, remedy }) => {
    const found = checkAnnotationNames({ [key]: "x" }, undefined);
    const path = `metadata.annotations[${key}]`;
    expect(found).toMatchObject(remedy === null ? [] : [{ path, remedy, severity: "warning" }]);
  });

  it("that the object had already is not reported again", () => {
    const annotations = { [`${ours}/pause-until`]: "x" };
    expect(checkAnnotationNames(annotations, annotations)).toEqual([]);
  });

  it("is reported three times at most", () => {
    const keys = Array.from({ length: 100 }, (_, index) => `${ours}/paused-until-${index}`);
    const annotations = Object.fromEntries(keys.map(key => [key, ""]));
    expect(checkAnnotationNames(annotations, null)).toHaveLength(3);
  });
});
