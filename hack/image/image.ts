import packageJson from "../../package.json" with { type: "json" };
import { owner } from "../release/owner.ts";

const node = "/usr/bin/node";
// What a compiler took, glibc keeps: 23 MiB for undici's HTTP parser, one function of WebAssembly, unless it is
// compiled by Liftoff only, and 30 MiB for compilers that run in threads of their own. The compilers of the main
// thread take a third off the CPU time of a steady operator, compared to no Maglev.
const nodeArgs = ["--liftoff-only", "--no-concurrent-recompilation"] as const;
const bundle = "/app/trimtab.cjs";

/**
 * The image configuration for both ways to build it: hack/image/build.ts without an engine, or the
 * Containerfile, which a test compares with this.
 */
export const image = {
  /** distroless' "nonroot": no system assigns it to a user. */
  user: { uid: 65532, gid: 65532 },
  workingDir: "/app",
  ...{ nodeArgs, bundle },
  entrypoint: [node, ...nodeArgs, bundle],
  /** For webhooks; for probes and metrics. */
  ports: [8443, 8080],
  // With an arena for each thread, glibc keeps 27 MiB more that the threads no longer use; and 5 to 8 MiB more if it
  // returns memory only in large pieces.
  env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "65536" },
  labels: {
    "org.opencontainers.image.title": packageJson.name,
    "org.opencontainers.image.description": packageJson.description,
    "org.opencontainers.image.version": packageJson.version,
    "org.opencontainers.image.licenses": packageJson.license,
    "org.opencontainers.image.source": owner.homepage,
  },
} as const;

/** One layer each, lowest first: files that rarely change, and files that every build changes. */
export const layers = ["base", "app"] as const;

export type Layer = (typeof layers)[number];

/** Node's names; the image and Debian use different ones. */
export type Architecture = "x64" | "arm64";

export const architectures = {
  x64: {
    ...{ oci: "amd64", debian: "amd64" },
    ...{ libraries: "x86_64-linux-gnu", loader: "lib64/ld-linux-x86-64.so.2" },
  },
  arm64: {
    ...{ oci: "arm64", debian: "arm64" },
    ...{ libraries: "aarch64-linux-gnu", loader: "lib/ld-linux-aarch64.so.1" },
  },
} as const;

/** The timestamp of everything in the image: SOURCE_DATE_EPOCH in seconds, or the epoch. */
export function createdAt(environment: NodeJS.ProcessEnv = process.env): Date {
  const seconds = environment["SOURCE_DATE_EPOCH"] ?? "";
  if (/^\d*$/.test(seconds)) return new Date(Number(seconds) * 1000);
  throw new Error(`SOURCE_DATE_EPOCH is "${seconds}": give it as seconds since 1970.`);
}

export function thisArchitecture(arch: string = process.arch): Architecture {
  if (arch === "x64" || arch === "arm64") return arch;
  throw new Error(`No image can be made for ${arch}: x64 and arm64 have packages of Node.js.`);
}
