/** Prints which folders and files are too large. Exits with 1 if there are any. */
import { command } from "../host/command.ts";
import { trackedFiles } from "../host/tracked-files.ts";
import { problemsOf } from "./layout.ts";

await command(async () => {
  const files = await trackedFiles("*.ts");
  const problems = problemsOf(
    files.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 })),
  );
  if (problems.length > 0) throw new Error(problems.join("\n"));
});
