import protobuf from "protobufjs";

/** The messages and services of a .proto file as JSON, which the client loads without a parser. */
export const protoDescriptor = (proto: string): string =>
  `${JSON.stringify(protobuf.parse(proto, { keepCase: true }).root.toJSON(), null, 2)}\n`;
