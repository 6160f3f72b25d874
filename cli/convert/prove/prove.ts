import { Command, CommanderError } from "commander";

import { err, ok, type Result } from "../../../engine/result.ts";
import type { Fields } from "../../../engine/json-values.ts";
import { addOptions, type SimulateOptions } from "../../simulate/options.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Pair, rivalsOf } from "./rivals.ts";
import { type Proof, verdictOn } from "./verdict.ts";

/**
 * Simulates both objects of each pair.
 *
 * given    a load, or options of `trimtab simulate`
 * objects  all of the input: a ConfigMap has the parameters of a Deployment
 * Errors   a sentence about the load or the options.
 */
export async function prove(
  terminal: Terminal,
  given: string,
  { pairs, objects }: { readonly pairs: readonly Pair[]; readonly objects: readonly Fields[] },
): Promise<Result<Proof, string>> {
  const options = optionsIn(given);
  if (!options.ok) return options;
  const lines: string[] = [];
  let isSame = pairs.length > 0;
  for (const pair of pairs) {
    const rivals = rivalsOf(pair, objects);
    if (typeof rivals === "string") {
      lines.push(`${pair.name}: not compared: ${rivals}`);
      isSame = false;
      continue;
    }
    const sizes = await rivals(terminal, options.value);
    if (!sizes.ok) return sizes;
    const verdict = verdictOn(pair.name, sizes.value);
    lines.push(...verdict.lines);
    isSame &&= verdict.isSame;
  }
  return ok({ isSame, lines });
}

function optionsIn(given: string): Result<SimulateOptions, string> {
  const words = given.trim().split(/\s+/);
  const load = given.startsWith("--") ? words : ["--load", ...words];
  const command = addOptions(new Command("simulate")).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  try {
    // The objects are those of the pair, not of a file.
    command.parse(["-f", "-", ...load], { from: "user" });
    return ok(command.opts());
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return err(error.message.replace(/^error: /, "--prove: "));
  }
}
