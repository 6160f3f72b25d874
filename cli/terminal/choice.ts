import { Option } from "commander";

/** An option that takes one of these values; the first one is the default. */
export const choice = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values).default(values[0]);

export const outputOption = (formats: readonly string[]): Option =>
  choice("-o, --output <format>", "output format", formats);
