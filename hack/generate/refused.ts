interface RefusingSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly "x-kubernetes-validations"?: readonly Rule[];
}

interface Rule {
  readonly rule: string;
  readonly message: string;
}

/**
 * Why a field is refused with any value: `is now spec.algorithm; write ...`. undefined: it is not. The schema
 * of the CRD has such a field, because the API server would drop an unknown one without a word.
 */
export const refusalOf = (schema: unknown): string | undefined =>
  (schema as RefusingSchema)["x-kubernetes-validations"]?.find(({ rule }) => rule === "false")
    ?.message;

/** The fields of an object that have a use. */
export const acceptedOf = <Field>(
  properties: Readonly<Record<string, Field>> = {},
): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(properties).filter(([, field]) => refusalOf(field) === undefined),
  );
