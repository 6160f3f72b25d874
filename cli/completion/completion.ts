import { Argument, Command } from "commander";

import type { Terminal } from "../terminal/terminal.ts";
import { candidatesFor } from "./candidates.ts";

/** The hidden command that the scripts run. */
const completeCommandName = "__complete";

const ask = `trimtab ${completeCommandName} --`;

const scripts = {
  bash: `_trimtab() {
  local word rest
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    COMPREPLY+=("$word")
  done < <(${ask} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _trimtab trimtab
`,
  zsh: `#compdef trimtab
_trimtab() {
  local -a lines
  lines=("\${(@f)$(${ask} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  lines=("\${(@)lines//:/\\\\:}")
  lines=("\${(@)lines/$'\\t'/:}")
  if [[ -n "\${lines[1]}" ]]; then _describe trimtab lines; else _files; fi
}
compdef _trimtab trimtab
`,
  fish: `complete -c trimtab -a '(${ask} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

const HELP = `
Examples:
  source <(trimtab completion bash)       # also in ~/.bashrc
  source <(trimtab completion zsh)        # also in ~/.zshrc, after compinit
  trimtab completion fish | source        # or > ~/.config/fish/completions/trimtab.fish

As a plugin of kubectl: put an executable file kubectl_complete-trimtab on the PATH, with the lines
  #!/bin/sh
  exec trimtab ${completeCommandName} -- "$@"`;

export function completionCommand(terminal: Terminal): Command {
  const shells = Object.keys(scripts);
  return new Command("completion")
    .summary("print a script that completes commands and options in a shell")
    .description("Prints a script for a shell, which completes commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText("after", HELP)
    .action((shell: keyof typeof scripts) => void terminal.stdout.write(scripts[shell]));
}

/** Prints what may come next: a word and what it means in each line. */
export function completeCommand(terminal: Terminal, program: Command): Command {
  return new Command(completeCommandName)
    .argument("[words...]")
    .action((words: readonly string[]) => {
      const candidates = candidatesFor(program, words);
      const lines = candidates.map(({ word, description }) => `${word}\t${description}\n`);
      terminal.stdout.write(lines.join(""));
    });
}
