/** The parts that are used of errors of js-yaml and yaml. */
interface ParserError {
  readonly mark?: { readonly line: number; readonly column: number };
  readonly linePos?: readonly { readonly line: number; readonly col: number }[];
}

/** Messages of client-node that go on with a name, or with the arguments of a command. */
const withText = /^(?:Duplicate \w+|Failed to refresh token)(?=:)/;

/**
 * Why a kubeconfig cannot be used, without its text, which may hold a token: parsers quote what is around a mistake,
 * and the message ends up in a log. Errors of system calls name a file or a command.
 */
export function kubeconfigProblem(cause: unknown): string {
  const { mark, linePos: [place] = [] } = (cause ?? {}) as ParserError;
  // js-yaml counts from 0.
  if (mark) return notYaml(mark.line + 1, mark.column + 1);
  if (place) return notYaml(place.line, place.col);
  if (cause instanceof SyntaxError) return "a credential, or what its plugin prints, is not JSON";
  const message = cause instanceof Error ? cause.message : String(cause);
  return withText.exec(message)?.[0] ?? message;
}

const notYaml = (line: number, column: number): string =>
  `it is not YAML at line ${line}, column ${column}`;
