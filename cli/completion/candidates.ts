// cli/completion/: `trimtab completion`: what a shell offers after the Tab key.

import type { Command, Option } from "commander";

/** A word that may come next, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/**
 * What may be the last of the words after the name of the program. Empty: nothing, or the name of a file.
 *
 * program  with all its commands
 */
export function candidatesFor(program: Command, words: readonly string[]): readonly Candidate[] {
  // Bash takes the equals sign for a word.
  const all = words.at(-1) === "=" ? [...words, ""] : words;
  const [last = "", ...before] = all.filter(word => word !== "=").toReversed();
  const verb = program.commands.find(command => command.name() === before.at(-1));
  const command = verb ?? program;
  return offered(command, last, before[0] ?? "").filter(({ word }) => word.startsWith(last));
}

function offered(command: Command, last: string, previous: string): readonly Candidate[] {
  const { options } = command;
  const asking = optionOf(options, previous);
  if (asking && takesValue(asking)) return choicesOf(asking.argChoices, asking.description);
  const [flag, value] = last.split("=", 2);
  const assigned = value === undefined ? undefined : optionOf(options, flag ?? "");
  if (assigned) {
    return choicesOf(assigned.argChoices, assigned.description).map(({ word, description }) => ({
      ...{ word: `${flag ?? ""}=${word}`, description },
    }));
  }
  if (last.startsWith("-")) {
    return options.flatMap(({ long, hidden, description }) =>
      long == null || hidden ? [] : [{ word: long, description }],
    );
  }
  const verbs = command.commands.flatMap(each =>
    isHidden(each)
      ? []
      : [{ word: each.name(), description: each.summary() || each.description() }],
  );
  const operands = command.registeredArguments.flatMap(({ argChoices, description }) =>
    choicesOf(argChoices, description),
  );
  return [...verbs, ...operands];
}

/** The start of a name that is not shown. */
const isHidden = (command: Command): boolean => command.name().startsWith("__");

const optionOf = (options: readonly Option[], flag: string): Option | undefined =>
  options.find(({ short, long }) => flag !== "" && (flag === short || flag === long));

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const choicesOf = (choices: readonly string[] = [], description: string): readonly Candidate[] =>
  choices.map(word => ({ word, description }));
