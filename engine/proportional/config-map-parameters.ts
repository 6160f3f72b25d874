// Upstream's ConfigMap, read as upstream reads it.

import { err, ok, type Result } from "../model/values/result.ts";
import { type ParameterError, parseGoJson } from "./go-json.ts";
import { ladderFromJson } from "./ladder-json.ts";
import { linearFromJson } from "./linear-json.ts";
import type {
  ConfigMapReader,
  ProportionalParameters,
} from "../model/spec/proportional-parameters.ts";

const MODES = { linear: linearFromJson, ladder: ladderFromJson };

/**
 * The parameters in the `data` of a ConfigMap for the upstream autoscaler: exactly one key,
 * `linear` or `ladder`, with JSON in it.
 *
 * Errors  the first problem, with a path such as `data.linear.coresPerReplica`. The codes are those
 *         of the validation if it has the same rule, and also NotJson, UnknownMode, UnknownKey,
 *         StepMalformed. Messages quote neither values nor unknown keys of the ConfigMap: users who
 *         can read the status may not be allowed to read the ConfigMap.
 * Source  upstream plugin.go, EnsureController, and parseParams of either controller. Beyond
 *         upstream, it rejects typos that upstream reads as a size of zero or a wrong size: unknown
 *         keys, a ladder without steps, a step that is not two integers. Records of upstream contain
 *         empty lists, so for `Upstream` only a ladder without lists is rejected.
 */
export function parametersFromConfigMap(
  data: Readonly<Record<string, string>>,
  reader: ConfigMapReader,
): Result<ProportionalParameters, ParameterError> {
  const mode = onlyMode(data);
  if (!mode.ok) return mode;
  const path = `data.${mode.value}`;
  const json = parseGoJson(data[mode.value] ?? "");
  if (!json.ok) {
    const remedy = "write one JSON object, without comments or a comma after the last member";
    return err({ code: "NotJson", path, message: json.error, remedy });
  }
  return MODES[mode.value](json.value, path, reader);
}

function onlyMode(
  data: Readonly<Record<string, string>>,
): Result<keyof typeof MODES, ParameterError> {
  const [mode, ...others] = Object.keys(data);
  const remedy = 'keep exactly one of the keys "linear" and "ladder"';
  const refused = (code: string, message: string) => err({ code, path: "data", message, remedy });
  if (mode === undefined) return refused("ParametersMissing", "holds no key");
  if (others.length > 0) return refused("ParametersAmbiguous", "holds more than one key");
  if (mode === "linear" || mode === "ladder") return ok(mode);
  return refused("UnknownMode", 'its key is neither "linear" nor "ladder"');
}
