import { err } from "../../engine/model/values/result.ts";
import { kubeError, type KubeErrorCode } from "../transport/errors.ts";

/** The result of a request that fails. */
export const failure = (code: KubeErrorCode, message = "no") =>
  err(kubeError(code, { request: "GET", message }));
