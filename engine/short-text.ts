/** Of a message in a status or an event: what reads events of `events.k8s.io` takes no more. */
const mostBytes = 1024;
const ellipsis = "…";
/** Control characters and these: the API server stores each as six bytes of JSON. */
const escaped = new Set(["<", ">", "&", "\u2028", "\u2029"]);

/**
 * A text that anybody may have written, of at most 1 KiB in the JSON that the API server stores. A longer
 * one ends with an ellipsis, never in the middle of a character. What is no character is replaced: the API
 * server would replace it, too, and the status would never again be as it was written.
 */
export function shortText(text: string, most: number = mostBytes): string {
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

/** The same for a text that tells things apart: two that differ only where they are cut stay two. */
export function shortKey(text: string): string {
  const short = shortText(text);
  if (!short.endsWith(ellipsis) || short === text) return short;
  return `${shortText(text, mostBytes - 12)} ${checksum(text)}`;
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

/** FNV-1a: two texts with one checksum mix up nothing but an object of their own author. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
