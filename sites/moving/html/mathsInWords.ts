/** TeX between signs in the words of HTML, which a script of the source drew. */
import { mathsAlone, mathsInLine } from "../tree/maths.ts";
import type { Marks } from "./marks.ts";

const SIGNED = /\$\$([^$]{1,4000})\$\$|\\\[([^]{1,4000}?)\\\]|\\\(([^]{1,4000}?)\\\)/g;

/** Prose between such signs has none of these. */
const TEX = /[\\^_={}+<>]|^\s*\p{L}\s*$/u;

/** Words with marks for their maths, which Markdown would else escape. `isAlone` is true for a paragraph's only words. */
export const withMathsIn = (words: string, marks: Marks, isAlone: boolean): string =>
  words.replaceAll(SIGNED, (whole, dollars?: string, square?: string, round?: string) => {
    const tex = dollars ?? square ?? round ?? "";
    if (!TEX.test(tex)) return whole;
    const isBlock = isAlone && round === undefined && words.trim() === whole;
    return marks.word(isBlock ? mathsAlone(tex) : mathsInLine(tex));
  });
