import { Command, CommanderError } from "commander";

import packageJson from "../package.json" with { type: "json" };
import { evaluateCommand } from "./evaluate/evaluate.ts";
import { ExitCode } from "./exit-code.ts";
import { explainCommand } from "./explain/explain.ts";
import { topCommand } from "./top/top.ts";
import { validateCommand } from "./validate/validate.ts";

/** kubectl finds a plugin by its file name. */
const isPlugin = /[/\\]kubectl-trimtab$/.test(process.argv[1] ?? "");

const program = new Command(isPlugin ? "kubectl trimtab" : "trimtab")
  .description("A Kubernetes autoscaler that can always say why: its command line.")
  .version(packageJson.version, "-V, --version", "print the version")
  .showHelpAfterError("(see trimtab --help)")
  .configureHelp({ showGlobalOptions: true });

const verbs = [explainCommand(), topCommand(), validateCommand(), evaluateCommand()];
for (const command of verbs) program.addCommand(command);
// Commands that are added do not inherit settings made earlier.
for (const command of [program, ...program.commands]) {
  command.copyInheritedSettings(program).exitOverride();
}

// `trimtab ... | head` closes the pipe, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(ExitCode.Ok);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has already printed the error; help and version also end here, with 0.
  process.exitCode = error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
}
