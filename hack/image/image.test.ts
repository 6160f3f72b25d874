import { describe, expect, it } from "vitest";

import { checksumOf, debianPackages } from "./debian-packages.ts";
import { createdAt, thisArchitecture } from "./image.ts";
import { packageFolder } from "./licences.ts";

describe("the image's timestamp", () => {
  it.each([
    ["is the epoch by default", {}, "1970-01-01T00:00:00.000Z"],
    [
      "is the epoch if the variable is empty",
      { SOURCE_DATE_EPOCH: "" },
      "1970-01-01T00:00:00.000Z",
    ],
    ["is SOURCE_DATE_EPOCH", { SOURCE_DATE_EPOCH: "86400" }, "1970-01-02T00:00:00.000Z"],
  ])("%s", (_, environment, expected) => {
    expect(createdAt(environment).toISOString()).toBe(expected);
  });

  it("must be in seconds", () => {
    expect(() => createdAt({ SOURCE_DATE_EPOCH: "today" })).toThrow("seconds since 1970");
  });
});

describe("an architecture", () => {
  it("has a package of Node.js", () => {
    expect(["x64", "arm64"].map(thisArchitecture)).toEqual(["x64", "arm64"]);
    expect(() => thisArchitecture("riscv64")).toThrow("x64 and arm64");
  });

  it.each(debianPackages)("has a checksum of $name", found => {
    for (const architecture of ["x64", "arm64"] as const) {
      expect(checksumOf(found, architecture)).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

describe("a bundled file", () => {
  it.each([
    ["a package", "node_modules/pino/lib/levels.js", "node_modules/pino"],
    ["a scope", "node_modules/@a/b/dist/index.js", "node_modules/@a/b"],
    [
      "another package's own",
      "node_modules/send/node_modules/ms/index.js",
      "node_modules/send/node_modules/ms",
    ],
    ["packages elsewhere", "../shared/node_modules/ms/index.js", "../shared/node_modules/ms"],
    ["no package", "engine/decide.ts", undefined],
  ])("belongs to %s", (_, file, folder) => {
    expect(packageFolder(file)).toBe(folder);
  });
});
