import { SEARCH_MARKS_MAX } from "../../manifests/bounds/search.ts";

/** Combining marks, and two signs of kana that become marks. */
const MARK = "[\\p{M}\\uff9e\\uff9f]";
const TOO_MANY = new RegExp(`(${MARK}{${SEARCH_MARKS_MAX}})${MARK}+`, "gu");

/** Brings text into a comparable normal form, with a bounded number of marks on a letter. */
export const normalized = (text: string, form: "NFKC" | "NFKD"): string => text.replace(TOO_MANY, "$1").normalize(form);
