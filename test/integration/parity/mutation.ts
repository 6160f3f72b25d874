import { type EditValue, gone } from "./json-edit.ts";
import { type MetricType, sourceKeys } from "./valid-specs.ts";

/**
 * One way to change one field.
 *
 * of      where it is: the object's metadata, the spec, a spec with only pod metrics, a metric of that type,
 *         the rules of one direction, one of their policies
 * at      the field, relative to that place
 * values  the new values; one of them each time
 * legal   why upstream accepts it; without it, upstream rejects it or cannot even parse it
 */
export interface Mutation {
  readonly of: "metadata" | "spec" | "pods" | "rules" | "policy" | MetricType;
  readonly at: string;
  readonly values: readonly EditValue[];
  readonly legal?: string;
}

/** Fields of the source of a type, or of an object in it. */
export function within(
  type: MetricType,
  object: string,
  mutations: readonly Omit<Mutation, "of">[],
): Mutation[] {
  return mutations.map(mutation => ({
    ...mutation,
    of: type,
    at: [sourceKeys[type], object, mutation.at].filter(key => key !== "").join("."),
  }));
}

export const long = (length: number): string => "a".repeat(length);
export const absent: readonly EditValue[] = [gone, null];
export const badSegments = [".", "..", "a/b", "100%", "/"];
export const outsideInt32 = [2 ** 31, 1e12];
export const noNumbers = ["10", 1.5, true, {}];
export const noAmounts = ["", "64MB", "1 Gi", "--1", "1.2.3", true, {}, []];
