// cli/: the command line `trimtab`; each command has a folder. Nothing imports it.

import { runCommandLine } from "./command-line.ts";
import { ExitCode } from "./terminal/terminal.ts";

// `trimtab ... | head` closes the pipe, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(ExitCode.Ok);
  throw error;
});

await runCommandLine(process, process.argv);
