/** Prints the codes of the problems of each YAML text in its arguments. */
import { readYaml } from "../read-yaml.ts";

const codes = process.argv.slice(2).map(text => {
  const document = readYaml(text);
  const problems = "root" in document ? document.problems : [document];
  return problems.map(({ code }) => code);
});
process.stdout.write(`${JSON.stringify(codes)}\n`);
