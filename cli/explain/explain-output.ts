import type { EpochMs } from "../../engine/result.ts";
import type { Explanation } from "./explanation.ts";
import { type Block, sentencesOf } from "./sentences.ts";
import { entries, indented } from "../terminal/paragraphs.ts";
import type { Page } from "../terminal/style.ts";
import { absoluteTime, relativeTime } from "../terminal/times.ts";

/** Longer lines are hard to read, however wide the terminal is. */
const widestText = 100;

/** The sentences of an explanation as the lines of a page. */
export function renderExplanation(explanation: Explanation, page: Page, now: EpochMs): string {
  const to = { ...page, width: Math.min(page.width, widestText) };
  const moment = (time: string): string => {
    const at = Date.parse(time);
    return `${absoluteTime(at)} (${relativeTime(at, now)})`;
  };
  const blocks = sentencesOf(explanation, { now, moment }).map(block => linesOf(block, to));
  return blocks.map(lines => lines.map(line => `${line}\n`).join("")).join("\n");
}

const linesOf = (block: Block, page: Page): string[] =>
  block.flatMap(({ text, style, indent = 0, entries: list = [] }) => [
    ...indented(text, indent, page, style),
    ...entries(list, page),
  ]);
