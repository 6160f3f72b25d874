/** The parts of a schema that determine which fields are required. */
export interface DemandingSchema {
  required?: unknown;
  readonly properties?: Readonly<Record<string, DemandingSchema>> | undefined;
  readonly items?: unknown;
  readonly "x-kubernetes-validations"?: readonly Rule[];
}

interface Rule {
  readonly rule: string;
  readonly message: string;
}

/**
 * Lists a field as required if a rule demands it (`has(self.target) && has(self.target.type)`, "is required;
 * write ..."), as in the Autoscaler's CRD. If a rule leaves a choice (`has(self.selector) || ...`), only
 * nested fields count. Changes the schema in place, so that shared parts stay shared.
 */
export function listDemanded(schema: DemandingSchema): void {
  for (const { rule, message } of schema["x-kubernetes-validations"] ?? []) {
    if (!message.startsWith("is required; ")) continue;
    const leavesChoice = rule.includes(" || ");
    for (const [, path = ""] of rule.matchAll(/\bhas\(self\.([\w.]+)\)/g)) {
      if (leavesChoice && !path.includes(".")) continue;
      demand(schema, path.split("."));
    }
  }
  const children = [...Object.values(schema.properties ?? {}), schema.items];
  for (const child of children) if (child) listDemanded(child);
}

function demand(schema: DemandingSchema, [name = "", ...rest]: readonly string[]): void {
  const field = schema.properties?.[name];
  if (field && rest.length > 0) {
    demand(field, rest);
    return;
  }
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  if (!required.includes(name)) schema.required = [...required, name];
}
