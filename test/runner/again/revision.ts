import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runOrThrow } from "../../../hack/host/run.ts";

/** Names the commit of a checkout and, if files differ from it, their content: COMMIT or COMMIT-TREE. */
export async function revisionOf(root: string): Promise<string> {
  const git = async (args: readonly string[], env = process.env) =>
    (await runOrThrow("git", args, { cwd: root, env })).trim();
  const commit = await git(["rev-parse", "HEAD"]);
  const folder = mkdtempSync(join(tmpdir(), "trimtab-index-"));
  try {
    // A separate index, so that staged changes stay as they are.
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, "index") };
    await git(["read-tree", "HEAD"], env);
    await git(["add", "--all"], env);
    const tree = await git(["write-tree"], env);
    const isClean = tree === (await git(["rev-parse", "HEAD^{tree}"]));
    return isClean ? short(commit) : `${short(commit)}-${short(tree)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const short = (hash: string): string => hash.slice(0, 12);
