declare const encoded: unique symbol;

/** A path on the API server that was built from whole segments: only `apiPath` makes one. */
export type ApiPath = string & { readonly [encoded]: true };

/**
 * Joins segments into a path. No segment can add another one, or a query: each is percent-encoded.
 * The API server decodes a path before it routes the request, so `/` and `%` have no safe form, and
 * `.`, `..` and the empty segment none at all; `isSendable` finds a path that holds one of them.
 *
 * Source  k8s.io/apimachinery/pkg/api/validation/path, IsValidPathSegmentName.
 */
export const apiPath = (...segments: readonly string[]): ApiPath =>
  `/${segments.map(encode).join("/")}` as ApiPath;

/** The path of a part of an object, such as its status. */
export const subresource = (path: ApiPath, name: "status"): ApiPath => `${path}/${name}` as ApiPath;

/** Whether every segment means the same to the API server as to the code that built the path. */
export const isSendable = (path: ApiPath): boolean => !/\/\.{0,2}(\/|$)|%2F|%25/i.test(path);

/** A lone surrogate has no encoding, and no name on the API server holds one. */
const encode = (segment: string): string =>
  /\p{Surrogate}/u.test(segment) ? "%25" : encodeURIComponent(segment);
