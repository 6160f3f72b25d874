import { Composer, type CST, type Document, Parser, YAMLParseError } from "yaml";

import { err, ok, type Result } from "../../engine/result.ts";

type Options = ConstructorParameters<typeof Composer>[0];

/**
 * The documents of a YAML text, or its first error.
 *
 * The functions of the package collect all errors, each with a stack. A text of 1 MiB can have a million of them,
 * which take 15 s. So this ends at the first one, by a field of `Composer` that is private in yaml 2.x.
 *
 * Errors  the first one.
 */
export function composeYaml(
  text: string,
  options: Options,
): Result<readonly Document.Parsed[], YAMLParseError> {
  const composer = new Composer(options);
  const { onError } = composer as unknown as { onError: (...problem: unknown[]) => void };
  const stopAtError = (...problem: unknown[]): void => {
    onError(...problem);
    const [first] = composer.streamInfo().errors;
    if (first) throw first;
  };
  Object.assign(composer, { onError: stopAtError });
  try {
    const tokens = untilError(new Parser().parse(text));
    const documents = [...composer.compose(tokens, true, text.length)];
    const error = documents.flatMap(({ errors }) => errors)[0];
    return error ? err(error) : ok(documents);
  } catch (cause) {
    if (cause instanceof YAMLParseError) return err(cause);
    // The parser calls itself for each level that ends.
    if (!(cause instanceof RangeError)) throw cause;
    return err(new YAMLParseError([0, 0], "RESOURCE_EXHAUSTION", cause.message));
  }
}

function* untilError(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === "error") return;
  }
}
