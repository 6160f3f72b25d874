import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { image, layers } from "./image.ts";

const file = fileURLToPath(new URL("../../Containerfile", import.meta.url));
const instructions = readFileSync(file, "utf8")
  .split("\n")
  .filter(line => line !== "" && !line.startsWith("#"))
  .map(line => /^(\S+) (.*)$/.exec(line)?.slice(1) ?? [line]);
const scratch = instructions.findIndex(([name, what]) => name === "FROM" && what === "scratch");

/** The arguments of an instruction in the last stage, once for each occurrence. */
const said = (name: string): (string | undefined)[] =>
  instructions
    .slice(scratch)
    .filter(([found]) => found === name)
    .map(([, what]) => what);

describe("the Containerfile", () => {
  const { user, workingDir, entrypoint, ports, env, labels } = image;
  it.each([
    ["USER", [`${user.uid}:${user.gid}`]],
    ["WORKDIR", [workingDir]],
    ["ENTRYPOINT", [`[${entrypoint.map(word => `"${word}"`).join(", ")}]`]],
    ["EXPOSE", [ports.join(" ")]],
    ["ENV", Object.entries(env).map(([name, value]) => `${name}=${value}`)],
    [
      "LABEL",
      [...Object.entries(labels), ["org.opencontainers.image.revision", "${COMMIT}"]].map(
        ([name, value]) => `${name}="${value}"`,
      ),
    ],
    ["COPY", layers.map(layer => `--from=build /image/${layer}/ /`)],
  ])("matches the image that is built without an engine: %s", (name, expected) => {
    expect(said(name)).toEqual(expected);
  });

  it("has no other instructions in its last stage", () => {
    const names = new Set(instructions.slice(scratch).map(([name]) => name));
    const known = [
      "FROM",
      "COPY",
      "ARG",
      "LABEL",
      "ENV",
      "WORKDIR",
      "USER",
      "EXPOSE",
      "ENTRYPOINT",
    ];
    expect([...names]).toEqual(known);
  });

  it("installs packages with the settings that forbid them to run scripts as root", () => {
    const made = instructions.slice(0, scratch).map(instruction => instruction.join(" "));
    const copied = made.indexOf("COPY package.json package-lock.json .npmrc ./");
    expect(copied).toBeGreaterThan(0);
    expect(made.filter(line => /\bnpm (ci|i|install)\b/.test(line))).toEqual(["RUN npm ci"]);
    expect(made.indexOf("RUN npm ci")).toBeGreaterThan(copied);
  });

  it("passes the commit to the build, which finds no repository", () => {
    const made = instructions.map(instruction => instruction.join(" "));
    const declared = made.indexOf("ARG COMMIT");
    expect(declared).toBeGreaterThan(made.indexOf("RUN npm ci"));
    expect(declared).toBeLessThan(made.indexOf("RUN npm run build"));
    expect(said("ARG")).toEqual(["COMMIT"]);
  });

  it("assembles the files with the same program, on the same Debian release", () => {
    const made = instructions.slice(0, scratch).map(instruction => instruction.join(" "));
    const isNode = ([name]: readonly [string, string]): boolean => name.startsWith("node-linux-");
    const programs = Object.entries(packageJson.optionalDependencies).filter(isNode);
    const node = new Set(programs.map(([, version]) => version));
    expect(node.size).toBe(1);
    expect(made).toContain(`ARG BUILD_IMAGE=node:${[...node].join("")}-bookworm-slim`);
    expect(made).toContain("RUN apt-get update && node hack/image/rootfs.ts /image");
  });
});
