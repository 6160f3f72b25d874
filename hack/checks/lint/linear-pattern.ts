import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { checkSync } from "recheck";

// Neither its program for one platform nor the one for Java, which need not be installed.
process.env["RECHECK_SYNC_BACKEND"] = "pure";

/** How many steps a text may take whose length the pattern limits: those of a square of 1,024 characters. */
const mostSteps = 2 ** 20;
/** A larger repetition counts as an endless one. */
const mostRepeated = 64;
/** recheck builds an automaton, in which each of them is a copy. It checks a larger one as endless, too. */
const mostCopies = 10;

/**
 * Why a regular expression may take more than linear time, as the end of a sentence; null: it takes linear time.
 * Nothing limits its text, unless it begins with the limit: `^(?![^]{65})` or `^(?=.{1,64}$)`.
 *
 * The result does not depend on the speed of the machine.
 */
export function slownessOf(source: string, flags: string): string | null {
  const unicode = flags.includes("u");
  const pattern = parser.parsePattern(source, 0, source.length, { unicode });
  const parts = partsOf(pattern);
  if (parts.hasBackreference) return "has a backreference, whose time is not known";
  const limit = flags.includes("m") ? null : limitOf(pattern);
  const looks = parts.looks.filter(look => look !== limit?.look);
  if (looks.some(hasEndless)) return "looks around without a limit; write how far, such as {0,20}";
  const isAnchored = flags.includes("y") || (!flags.includes("m") && isAnchoredIn(pattern));
  if (isPlain(parts.endless, isAnchored)) return null;
  // An assertion is true in some texts, and false in others.
  for (const assertion of ["", falseCharacter]) {
    const text = replaced(source, [
      ...looks.map(look => ({ ...look, by: assertion })),
      ...(limit ? [{ ...limit.look, by: "" }] : []),
      ...parts.copied.map(({ element, end, greedy }) => ({
        ...{ start: element.end, end, by: greedy ? "*" : "*?" },
      })),
    ]);
    const slowness = slownessByAutomaton(text, flags, limit?.most ?? Infinity);
    if (slowness !== null) return slowness;
  }
  return null;
}

const parser = new RegExpParser({ ecmaVersion: 2025 });
/** For private use: no pattern contains it. */
const falseCharacter = "\\uE000";

function slownessByAutomaton(source: string, flags: string, longest: number): string | null {
  const checked = checkSync(source, flags, { checker: "automaton", timeout: null });
  if (checked.status === "unknown") return "is too complex to be checked; write two simpler ones";
  const { complexity } = checked;
  if (complexity.type === "safe" || complexity.type === "linear") return null;
  if (complexity.type === "polynomial" && longest ** complexity.degree <= mostSteps) return null;
  return `takes a time that is ${complexity.summary} in the length of the text`;
}

type Look = AST.LookaroundAssertion;

interface Parts {
  readonly looks: Look[];
  readonly endless: AST.Quantifier[];
  readonly copied: AST.Quantifier[];
  hasBackreference: boolean;
}

function partsOf(pattern: AST.Pattern): Parts {
  const parts: Parts = { looks: [], endless: [], copied: [], hasBackreference: false };
  visitRegExpAST(pattern, {
    onAssertionEnter(node) {
      if (node.kind === "lookahead" || node.kind === "lookbehind") parts.looks.push(node);
    },
    onBackreferenceEnter() {
      parts.hasBackreference = true;
    },
    onQuantifierEnter(node) {
      if (node.max > mostRepeated) parts.endless.push(node);
      if (node.max > mostCopies && node.max !== Infinity) parts.copied.push(node);
    },
  });
  return parts;
}

/** Nothing is repeated endlessly, or only one character from the beginning of the text. */
function isPlain(endless: readonly AST.Quantifier[], isAnchored: boolean): boolean {
  const [first, ...others] = endless;
  if (!first) return true;
  const isCharacter = first.element.type.startsWith("Character");
  return others.length === 0 && isAnchored && isCharacter && !isRepeated(first);
}

function isRepeated({ parent }: AST.Node): boolean {
  return parent !== null && (parent.type === "Quantifier" || isRepeated(parent));
}

const isAnchoredIn = ({ alternatives }: AST.Pattern): boolean =>
  alternatives.every(
    ({ elements: [first] }) => first?.type === "Assertion" && first.kind === "start",
  );

const hasEndless = (look: Look): boolean => {
  let isEndless = false;
  visitRegExpAST(look, {
    onQuantifierEnter({ max }) {
      isEndless ||= max > mostRepeated;
    },
  });
  return isEndless;
};

interface Limit {
  readonly look: Look;
  readonly most: number;
}

/** The longest text, if the pattern begins with one of the two forms of a limit. */
function limitOf({ alternatives: [first, ...others] }: AST.Pattern): Limit | null {
  const [start, look] = first?.elements ?? [];
  if (others.length > 0 || start?.type !== "Assertion" || start.kind !== "start") return null;
  return look?.type === "Assertion" && look.kind === "lookahead" ? limitBy(look) : null;
}

function limitBy(look: AST.LookaheadAssertion): Limit | null {
  const [, beyond] = /^\(\?!\[\^\]\{(\d+)\}\)$/.exec(look.raw) ?? [];
  if (beyond !== undefined) return { look, most: Number(beyond) - 1 };
  const [, most] = /^\(\?=\.\{\d+,(\d+)\}\$\)$/.exec(look.raw) ?? [];
  return most === undefined ? null : { look, most: Number(most) };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Edits within others have no effect. */
function replaced(text: string, edits: readonly Edit[]): string {
  let [result, last] = ["", 0];
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < last) continue;
    result += text.slice(last, start) + by;
    last = end;
  }
  return result + text.slice(last);
}
