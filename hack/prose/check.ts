/** Prints every word that the style of this project avoids, with what to write instead. Exits with 1 if there is any. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { command } from "../host/command.ts";
import { remarksOn } from "./prose.ts";

const root = join(import.meta.dirname, "../..");
/** Written by tools, by others, or about the words themselves. */
const exempt = /^(crds\/generated|hack\/prose|LICENSE|package-lock)/;

await command(async () => {
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.md", "*.yaml"], { cwd: root });
  const files = listed.toString().trimEnd().split("\n");
  const remarks = files
    .filter(file => !exempt.test(file))
    .flatMap(file =>
      remarksOn(file, readFileSync(join(root, file), "utf8")).map(
        ({ line, words, instead }) => `${file}:${line}: "${words}": ${instead}`,
      ),
    );
  if (remarks.length > 0) throw new Error(remarks.join("\n"));
  await Promise.resolve();
});
