import { describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

// prettier-ignore
const mistakes = [
  { args: ["--port", "http"],         says: "It is a number from 0 to 65535." },
  { args: ["--port", "65536"],        says: "It is a number from 0 to 65535." },
  { args: ["--port", "-1"],           says: "It is a number from 0 to 65535." },
  { args: ["--address", "0.0.0.0"],   says: "unknown option '--address'" },
  { args: ["-A", "-n", "shop"],       says: "cannot be used with" },
];

describe("trimtab ui", () => {
  it.each(mistakes)("refuses $args", async ({ args, says }) => {
    const { status, stderr } = await trimtab(["ui", ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });

  it("describes its flags", async () => {
    const { stdout, status } = await trimtab(["ui", "--help"]);
    expect(status).toBe(0);
    for (const flag of ["--all-namespaces", "--namespace", "--port", "--no-open"]) {
      expect(stdout).toContain(flag);
    }
  });
});
