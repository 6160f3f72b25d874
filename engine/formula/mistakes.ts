import { nearNames } from "../model/values/near-name.ts";
import { alternatives, show } from "../model/values/short-text.ts";

export type Mistake = Omit<ExpressionError, "at">;

const mistyped = (message: string, remedy: string): Mistake => ({
  ...{ code: "ExpressionTypeMismatch", message, remedy },
});

/** The mistakes in parts of an expression, by the text of the part. */
export const mistakes = {
  notANumber: (text: string): Mistake =>
    mistyped(
      `${show(text)} is true or false where a number is needed`,
      "choose between numbers, such as queue > 10 ? queue : cpu",
    ),

  notACondition: (text: string): Mistake =>
    mistyped(
      `${show(text)} is a number where a condition is needed`,
      "compare it with another number, such as queue > 10",
    ),

  noField: (text: string): Mistake => ({
    code: "ExpressionNameUnknown",
    message: `there is nothing called ${show(text)}`,
    remedy:
      "write the name of a metric for the count that it asks for, or name.value for its value",
  }),

  noValue: (text: string): Mistake => ({
    code: "ExpressionTypeMismatch",
    message: `${show(text)} does not exist: the metric is measured per pod, and pods without samples would be left out`,
    remedy: "write the metric's name alone for the count that it asks for",
  }),

  unsupported: (text: string): Mistake => ({
    code: "ExpressionUnsupported",
    message: `${show(text)} is not possible here`,
    remedy:
      "write numbers, names of metrics, current, + - * /, comparisons, && || !, a ? b : c, min, max, ceil and floor",
  }),

  wrongArguments:
    (most: number) =>
    (text: string): Mistake =>
      mistyped(
        `${show(text)} has the wrong number of arguments`,
        most === 1
          ? "give it one, such as ceil(queue / 2)"
          : "give it two or more, such as max(cpu, queue)",
      ),

  unknownName:
    (names: readonly string[]) =>
    (text: string): Mistake => {
      const near = nearNames(text, names);
      const known = near.length > 0 ? near : names;
      return {
        code: "ExpressionNameUnknown",
        message: `no metric has the name ${show(text)}`,
        remedy:
          known.length > 0
            ? `write ${alternatives(known)}, or give a metric this name`
            : `give a metric this name: metrics: [{name: ${text}, ...}]`,
      };
    },
} as const;

/**
 * One mistake in an expression.
 *
 * at  the position of its first character, from 1
 */
export interface ExpressionError {
  readonly code:
    | "ExpressionMalformed"
    | "ExpressionTooComplex"
    | "ExpressionNameUnknown"
    | "ExpressionTypeMismatch"
    | "ExpressionUnsupported";
  readonly at: number;
  readonly message: string;
  readonly remedy: string;
}
