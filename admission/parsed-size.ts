/** Objects of the API server are nested less deeply. Deeper ones could overflow the stack. */
const deepest = 256;
/** Bytes of memory for an object or a list, for a field, and for a further value. */
const costs: Readonly<Record<string, number>> = { "{": 64, "[": 64, ":": 96, ",": 32 };

/**
 * Keys that are numbers are elements. V8 keeps them in a list with holes of up to three times as many places as a
 * dictionary needs, so {"34":0} has 35 places. An escape may stand for a digit.
 */
const elements = 33 * 8;
const mayBeNumber = /^[\d\\]/;
/** With such a letter, a text takes two bytes for each of its letters. */
const wide = /[^\u0000-\u00ff]|\\u(?!00)/;

/**
 * About the most bytes of memory that JSON.parse takes for a text: up to thirty times its length. Infinity: it
 * is nested too deeply.
 */
export function parsedSize(json: string): number {
  let bytes = wide.test(json) ? 2 * json.length : json.length;
  let depth = 0;
  let text = "";
  for (let index = 0; index < json.length; index++) {
    const character = json.charAt(index);
    if (character === '"') {
      text = json.charAt(index + 1);
      index = endOfText(json, index);
    } else if (character === ":" && mayBeNumber.test(text)) bytes += elements;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > deepest) return Infinity;
    bytes += costs[character] ?? 0;
  }
  return bytes;
}

function endOfText(json: string, start: number): number {
  let index = start + 1;
  for (; index < json.length && json[index] !== '"'; index++) if (json[index] === "\\") index++;
  return index;
}
