import { err, ok, type Result } from "../engine/result.ts";
import { kubeError, type KubeError, type KubeErrorCode } from "./errors.ts";

/** Something of which nothing is known but that it is an object. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The items of what a metrics API answered; none may be written as null. What answers may be
 * anybody's adapter, and half of what it says is no ground for a decision: one item that is not what
 * it should be, and there is no answer.
 */
export function itemsOf<Item>(
  answer: unknown,
  path: string,
  isItem: (item: Fields) => boolean,
): Result<readonly Item[], KubeError> {
  const items: unknown = isObject(answer) ? (answer["items"] ?? []) : null;
  const isList = Array.isArray(items) && items.every(item => isObject(item) && isItem(item));
  if (isList) return ok(items as Item[]);
  const message = "the answer is not a list of metrics";
  return err(kubeError("Malformed", { request: `GET ${path}`, message }));
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isTextOrAbsent = (value: unknown): boolean =>
  value == null || typeof value === "string";

/** A quantity, as the API server writes it; a number in JSON is none. */
export const isText = (value: unknown): boolean => typeof value === "string";

interface Blamed {
  readonly server: string;
  readonly absent: string;
  readonly tooLarge?: string;
}

/**
 * The same failure with what to do about it: the API server only passes on what `server` says, or
 * does not say. `absent` is for where nobody serves the API, or knows the metric.
 */
export function blame(
  error: KubeError,
  { server, absent, tooLarge = `narrow the metric down, or have ${server} answer less` }: Blamed,
): KubeError {
  const remedies: Partial<Record<KubeErrorCode, string>> = {
    NotFound: absent,
    ServerError: `look at the log of ${server}; it is asked again`,
    Timeout: `check that ${server} answers, and the API server; it is asked again`,
    TooLarge: `${tooLarge}; it is asked again`,
    Malformed: `look what answers in place of ${server}; it is asked again`,
  };
  const remedy = error.status === 503 ? absent : (remedies[error.code] ?? error.remedy);
  return { ...error, remedy };
}
