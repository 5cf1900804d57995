import { SEARCH_MARKS_MAX } from "../../manifests/bounds/search.ts";

/** Combining marks, and two Kana signs that normalise to marks. */
const MARK = "[\\p{M}\\uff9e\\uff9f]";
const TOO_MANY = new RegExp(`(${MARK}{${SEARCH_MARKS_MAX}})${MARK}+`, "gu");

/** Normalises text for comparison. Limits the marks on one letter, because normalising many takes quadratic time. */
export const normalized = (text: string, form: "NFKC" | "NFKD"): string => text.replace(TOO_MANY, "$1").normalize(form);
