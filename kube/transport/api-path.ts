declare const encoded: unique symbol;

/** An API server path that was built from whole segments; only `apiPath` creates one. */
export type ApiPath = string & { readonly [encoded]: true };

/** The segment `*`, for which an adapter of custom metrics answers about all objects. No text can have that meaning. */
export const everyName: unique symbol = Symbol("*");

export type Segment = string | typeof everyName;

/**
 * Joins segments into a path. No segment can add another segment or a query: each is percent-encoded. The API
 * server decodes a path before it routes the request, so `/`, `%` and the name `*` have no safe form. `.`, `..` and
 * the empty segment have no encoding at all. `isSendable` detects paths that contain any of them.
 *
 * Source  k8s.io/apimachinery/pkg/api/validation/path, IsValidPathSegmentName.
 */
export const apiPath = (...segments: readonly Segment[]): ApiPath =>
  `/${segments.map(encode).join("/")}` as ApiPath;

/** Whether every segment means the same to the API server as to the code that built the path. */
export const isSendable = (path: ApiPath): boolean => !/\/\.{0,2}(\/|$)|%2F|%25/i.test(path);

const unsendable = "%25";

/** A lone surrogate has no encoding, and no name on the API server contains one. */
function encode(segment: Segment): string {
  if (segment === everyName) return "*";
  const hasForm = segment !== "*" && !/\p{Surrogate}/u.test(segment);
  return hasForm ? encodeURIComponent(segment) : unsendable;
}
