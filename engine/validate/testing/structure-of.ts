import { Ajv } from "ajv";

import type { ObjectSchema } from "../../schema/object-schema.ts";
import type { Structure } from "../../schema/structure.ts";

/** A schema with its validator, as hack/generate compiles it. A time ends with Z. */
export function structureOf(schema: ObjectSchema): Structure {
  const ajv = new Ajv({
    ...{ allErrors: true, strict: false, strictNumbers: true, messages: false },
    formats: { "date-time": /Z$/ },
  });
  return { schema, validate: ajv.compile(schema) };
}
