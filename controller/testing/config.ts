import { parseConfig } from "../process/config.ts";

/** For a certificate in files. */
export const certificateFlags = ["--tls-cert-file=c", "--tls-private-key-file=k"];

/** The configuration of an operator with these flags, in the namespace ns. */
export function configOf(...flags: readonly string[]) {
  const config = parseConfig(flags, {}, () => "ns");
  if (!config.ok) throw new Error(config.error);
  return config.value;
}
