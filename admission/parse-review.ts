import {
  type Fields,
  fieldsOf,
  isFields,
  isText,
  isTextOrAbsent,
  jsonIn,
} from "../engine/model/values/json-values.ts";
import type { AdmissionRequest } from "./review.ts";

/**
 * The request in a body, if it is an AdmissionReview of admission.k8s.io/v1 with all fields that the review
 * of a create or an update needs; null otherwise. The port does not know who sent it.
 */
export function parseReview(body: string): AdmissionRequest | null {
  const request = fieldsOf(fieldsOf(jsonIn(body))["request"]);
  return isRequest(request) ? (request as unknown as AdmissionRequest) : null;
}

function isRequest(request: Fields): boolean {
  const kind = fieldsOf(request["kind"]);
  const texts = [request["uid"], request["operation"], kind["group"], kind["kind"]];
  return (
    texts.every(text => isText(text)) &&
    [request["namespace"], request["name"]].every(text => isTextOrAbsent(text)) &&
    isUser(fieldsOf(request["userInfo"])) &&
    JSON.stringify(request["userInfo"]).length <= longestUser &&
    (needed.get(String(request["operation"])) ?? []).every(name => isFields(request[name]))
  );
}

/** A DELETE has no object and is always allowed. */
const needed: ReadonlyMap<string, readonly string[]> = new Map([
  ["CREATE", ["object"]],
  ["UPDATE", ["object", "oldObject"]],
]);

/** In characters. A user's token or certificate, which has all of it, has to fit into the headers of a request. */
const longestUser = 256 * 1024;

/** authentication.k8s.io/v1 UserInfo, which the API server fills in. */
function isUser({ username, uid, groups, extra }: Fields): boolean {
  return (
    isText(username) &&
    isTextOrAbsent(uid) &&
    isTextsOrAbsent(groups) &&
    (extra == null || (isFields(extra) && Object.values(extra).every(isTextsOrAbsent)))
  );
}

const isTextsOrAbsent = (value: unknown): boolean =>
  value == null || (Array.isArray(value) && value.every(text => isText(text)));
