import { join } from "node:path";

import { lastRelease } from "../../build/archive.ts";

const port = 5000;

/** Where a world has a registry. Nothing else listens in its network namespace. */
export const worldRegistry = { port, host: `127.0.0.1:${port}` } as const;

const releasesFolder = join(import.meta.dirname, "../../../dist/node/releases");

/** The folder with the files of a version, which `make e2e` publishes there. */
export const filesOfRelease = (version: string): string => join(releasesFolder, version);

/** The version from which `make e2e` upgrades. */
export const earlierVersion = /trimtab-(.+)\.tar\.gz$/.exec(lastRelease)?.[1] ?? "";
