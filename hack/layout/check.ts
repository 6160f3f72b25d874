/** Prints which folders and files are too large. Exits with 1 if there are any. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { problemsOf } from "./layout.ts";

const root = join(import.meta.dirname, "../..");

await command(async () => {
  const listed = execFileSync("git", ["ls-files", "*.ts"], { cwd: root }).toString();
  const files = listed
    .trimEnd()
    .split("\n")
    .map(path => {
      const lines = readFileSync(join(root, path), "utf8").split("\n").length - 1;
      return { path, lines };
    });
  const problems = problemsOf(files);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  await Promise.resolve();
});
