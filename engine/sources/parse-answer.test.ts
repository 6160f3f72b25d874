import { describe, expect, it } from "vitest";

import { parseExternalValues, parsePodValues } from "./parse-answer.ts";

describe("an empty list of samples", () => {
  // prettier-ignore
  it.each([
    { api: "custom",   answer: parsePodValues({ kind: "PodValues", items: [] }) },
    { api: "external", answer: parseExternalValues({ kind: "ExternalValues", values: [] }) },
  ])("of the $api metrics API does not say that the metric does not exist", ({ api, answer }) => {
    const message = `the ${api} metrics API answered without a sample; check whether the metric has values now, and check its name and labels`;
    expect(answer).toEqual({ kind: "Failed", message });
  });
});
