interface RefusingSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly "x-kubernetes-validations"?: readonly Rule[];
}

interface Rule {
  readonly rule: string;
  readonly message: string;
}

/** A field without a use, which the schema of the CRD has because the API server would drop an unknown one. */
export interface Refusal {
  /** Why, and what to write instead: `is now spec.algorithm; write ...`. */
  readonly sentence: string;
  /** The only value that is accepted, in a list: a default that earlier versions stored. */
  readonly except: readonly unknown[];
}

/** A rule that accepts no value, or only a literal. */
const refusing = /^(?:false|self == (?:'(?<text>[^']*)'|(?<flag>true|false)))$/;

/** undefined: the field has a use. */
export function refusalOf(schema: unknown): Refusal | undefined {
  for (const { rule, message } of (schema as RefusingSchema)["x-kubernetes-validations"] ?? []) {
    const { text, flag } = refusing.exec(rule)?.groups ?? {};
    if (flag !== undefined) return { sentence: message, except: [flag === "true"] };
    if (text !== undefined) return { sentence: message, except: [text] };
    if (rule === "false") return { sentence: message, except: [] };
  }
  return undefined;
}

/** The fields of an object that have a use. */
export const acceptedOf = <Field>(
  properties: Readonly<Record<string, Field>> = {},
): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(properties).filter(([, field]) => refusalOf(field) === undefined),
  );
