import protobuf from "protobufjs";

/** The messages and services of a .proto file as JSON, which the client loads without a parser. */
export const protoDescriptor = (proto: string): string =>
  `${JSON.stringify(protobuf.parse(proto, { keepCase: true }).root.toJSON(), null, 2)}\n`;

/** The types of values as the client reads and writes them. An int64 is text, which keeps all of its digits. */
const scalars: Readonly<Record<string, string>> = {
  bool: "boolean",
  double: "number",
  int64: "string",
  string: "string",
};

/** TypeScript interfaces for the messages and services of a .proto file. */
export function protoTypes(proto: string, path: string): string {
  const { root, package: name = "" } = protobuf.parse(proto, { keepCase: true });
  const { nestedArray } = root.lookup(name) as protobuf.Namespace;
  const interfaces = nestedArray.map(each =>
    [`export interface ${each.name} {`, ...membersOf(each), "}\n"].join("\n"),
  );
  const note = `// Generated from ${path} by hack/generate/generate.ts; edit that and run it again.\n`;
  return [note, ...interfaces].join("\n");
}

function membersOf(part: protobuf.ReflectionObject): string[] {
  if (part instanceof protobuf.Type) return part.fieldsArray.map(fieldOf);
  const methods = part instanceof protobuf.Service ? part.methodsArray : [];
  return methods.map(({ name, requestType: request, responseType: response }) => {
    return `  readonly ${name}: { readonly request: ${request}; readonly response: ${response} };`;
  });
}

function fieldOf(field: protobuf.Field): string {
  const type = scalars[field.type] ?? field.type;
  const one = field instanceof protobuf.MapField ? `Readonly<Record<string, ${type}>>` : type;
  return `  readonly ${field.name}: ${field.repeated ? `readonly ${one}[]` : one};`;
}
