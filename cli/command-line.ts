import { Command, CommanderError } from "commander";

import packageJson from "../package.json" with { type: "json" };
import { autoscaleCommand } from "./autoscale/autoscale.ts";
import { completeCommand, completionCommand } from "./completion/completion.ts";
import { convertCommand } from "./convert/convert.ts";
import { evaluateCommand } from "./evaluate/evaluate.ts";
import { pauseCommand, resumeCommand } from "./pause/pause.ts";
import { ExitCode, type Terminal } from "./terminal/terminal.ts";
import { explainCommand } from "./explain/explain.ts";
import { fleetCommand } from "./fleet/fleet.ts";
import { simulateCommand } from "./simulate/simulate.ts";
import { suggestCommand } from "./suggest/suggest.ts";
import { topCommand } from "./top/top.ts";
import { uiCommand } from "./ui/ui.ts";
import { validateCommand } from "./validate/validate.ts";

/**
 * Runs one command and sets the exit code of the terminal.
 *
 * argv  the interpreter, the script and the arguments, as in `process.argv`
 */
export async function runCommandLine(terminal: Terminal, argv: readonly string[]): Promise<void> {
  try {
    await programOf(terminal, argv[1] ?? "").parseAsync(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has already printed the error; help and version also end here, with 0.
    terminal.exitCode = error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
  }
}

function programOf(terminal: Terminal, script: string): Command {
  // kubectl finds a plugin by its file name.
  const isPlugin = /[/\\]kubectl-trimtab$/.test(script);
  const program = new Command(isPlugin ? "kubectl trimtab" : "trimtab")
    .description("A Kubernetes autoscaler that can always say why: its command line.")
    .version(packageJson.version, "-V, --version", "print the version")
    .showHelpAfterError("(see trimtab --help)")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: text => terminal.stdout.write(text),
      writeErr: text => terminal.stderr.write(text),
    });
  const reading = [explainCommand, topCommand, uiCommand, fleetCommand];
  const offline = [
    validateCommand,
    evaluateCommand,
    convertCommand,
    simulateCommand,
    suggestCommand,
  ];
  const writing = [autoscaleCommand, pauseCommand, resumeCommand];
  const verbs = [...reading, ...offline, ...writing, completionCommand];
  for (const verb of verbs) program.addCommand(verb(terminal));
  program
    .command("version")
    .description("print the version")
    .action(() => void terminal.stdout.write(`${packageJson.version}\n`));
  program.addCommand(completeCommand(terminal, program), { hidden: true });
  // Commands that are added do not inherit settings made earlier.
  for (const command of [program, ...program.commands]) {
    command.copyInheritedSettings(program).exitOverride();
  }
  return program;
}
