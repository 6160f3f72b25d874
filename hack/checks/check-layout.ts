/** Prints which folders and files are too large or too small. Exits with 1 if there are any. */
import { command } from "../host/command.ts";
import { trackedFiles } from "../host/tracked-files.ts";
import { problemsOf } from "./layout.ts";

await command(async () => {
  const problems = problemsOf(await trackedFiles("*.ts"));
  if (problems.length > 0) throw new Error(problems.join("\n"));
});
