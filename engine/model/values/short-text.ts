/** The limit for a message in a status or an event: `events.k8s.io` accepts no longer note. */
const mostBytes = 1024;
const ellipsis = "…";
/** Most texts: each character is one byte of JSON. */
const plain = /^[ !#-%'-;=?-[\]-~]*$/;
/** Control characters and these take six bytes each in the API server's JSON. */
const escaped = new Set(["<", ">", "&", "\u2028", "\u2029"]);

/**
 * Shortens untrusted text to at most 1 KiB of JSON as the API server stores it. It cuts between
 * characters and appends an ellipsis. Unpaired surrogates are replaced: the API server would
 * replace them, and the stored status would then always differ from the written one.
 */
export function shortText(text: string, most: number = mostBytes): string {
  if (text.length <= most && plain.test(text)) return text;
  let bytes = 0;
  let kept = "";
  let fits = "";
  for (const character of text) {
    const whole = character.length === 1 && isSurrogate(character) ? "\ufffd" : character;
    bytes += bytesOf(whole);
    if (bytes > most) return fits + ellipsis;
    kept += whole;
    if (bytes <= most - bytesOf(ellipsis)) fits = kept;
  }
  return kept;
}

/** The same for a text used as a key: keys that differ only after the cut stay different. */
export const shortKey = (text: string): string => shortName(text, mostBytes);

/** The same with another limit, for what is also read by people. */
export function shortName(text: string, most: number): string {
  const short = shortText(text, most);
  if (!short.endsWith(ellipsis) || short === text) return short;
  return `${shortText(text, most - 12)} ${checksum(text)}`;
}

const isSurrogate = (unit: string): boolean => unit >= "\ud800" && unit <= "\udfff";

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || escaped.has(character)) return 6;
  if (character === '"' || character === "\\") return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}

/** A collision only affects an object of the texts' own author. */
export const checksum = (text: string): string => (fnv1a(text) >>> 0).toString(16).padStart(8, "0");

/** FNV-1a, as a signed integer of 32 bits. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** A value for a message: short and printable. */
export function show(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 64 ? `${value.slice(0, 64)}...` : value);
  }
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** `A, B or C`. */
export const alternatives = (values: readonly string[]): string => listed(values, "or");

export function listed(values: readonly string[], conjunction: "and" | "or"): string {
  const [last = "", ...others] = values.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} ${conjunction} ${last}`;
}
