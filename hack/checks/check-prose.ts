/** Prints every word that the style of this project avoids, with what to write instead. Exits with 1 if there is any. */
import { command } from "../host/command.ts";
import { trackedFiles } from "../host/tracked-files.ts";
import { remarksOn } from "./prose.ts";

/** Generated, or about the words themselves. */
const exempt = /^hack\/checks\/(check-)?prose|\/generated\//;

await command(async () => {
  const files = await trackedFiles("*.ts", "*.md", "*.yaml");
  const remarks = files
    .filter(({ path }) => !exempt.test(path))
    .flatMap(({ path, text }) =>
      remarksOn(path, text).map(
        ({ line, words, instead }) => `${path}:${line}: "${words}": ${instead}`,
      ),
    );
  if (remarks.length > 0) throw new Error(remarks.join("\n"));
});
