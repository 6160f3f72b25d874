import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { versionOf } from "../../cluster/controlplane/go-module.ts";
import { buildPrograms } from "../build.ts";

/** A folder here with a go.mod of its own: the servers need different versions of the same modules. */
interface Project {
  readonly folder: string;
  readonly module: string;
  readonly commands: readonly string[];
  /** The variable with its version, which only its own build sets. */
  readonly stamp: string;
  /** Build tags. */
  readonly tags?: string;
}

const commonStamp = "github.com/prometheus/common/version.Version";

const projects = {
  prometheus: {
    folder: "prometheus",
    module: "github.com/prometheus/prometheus",
    commands: ["cmd/prometheus", "cmd/promtool"],
    stamp: commonStamp,
    // Without service discovery, which takes minutes to compile.
    tags: "remove_all_sd",
  },
  victoriaMetrics: {
    folder: "victoria-metrics",
    module: "github.com/VictoriaMetrics/VictoriaMetrics",
    commands: ["app/victoria-metrics"],
    stamp: "github.com/VictoriaMetrics/VictoriaMetrics/lib/buildinfo.Version",
  },
  thanos: {
    folder: "thanos",
    module: "github.com/thanos-io/thanos",
    commands: ["cmd/thanos"],
    stamp: commonStamp,
    // As its own build. With Prometheus' default layout of labels, it panics at the first message.
    tags: "slicelabels",
  },
} as const satisfies Record<string, Project>;

export type ProjectName = keyof typeof projects;

/** The version that `go.mod` pins, as the project itself writes it: Prometheus 3.16.0 is the module v0.316.0. */
export function releaseOf(name: ProjectName): string {
  const { folder, module }: Project = projects[name];
  const goMod = readFileSync(join(import.meta.dirname, folder, "go.mod"), "utf8");
  const version = versionOf(module, goMod).replace("v", "");
  const [, major, minor, patch] = /^0\.(\d)(\d\d)\.(\d+)$/.exec(version) ?? [];
  return name === "prometheus" ? `${major}.${Number(minor)}.${patch}` : version;
}

/** Builds what is not in the cache, in minutes the first time, and returns the paths of the commands by their names. */
export async function buildProject(name: ProjectName): Promise<ReadonlyMap<string, string>> {
  const { folder, module, commands, stamp, tags = "" }: Project = projects[name];
  const linked = `-s -w -X ${stamp}=${releaseOf(name)}`;
  const flags = ["-buildvcs=false", "-trimpath", "-ldflags", linked, "-tags", tags];
  const packages = Object.fromEntries(
    commands.map(command => [basename(command), `${module}/${command}`]),
  );
  const options = { flags, alsoKeyed: commands };
  const built = await buildPrograms(join(import.meta.dirname, folder), packages, options);
  return new Map(Object.entries(built));
}
