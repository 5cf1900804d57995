import { SEARCH_MARKS_MAX } from "../../manifests/bounds.ts";

/** Also the two signs of kana that are letters and become marks. */
const MARK = "[\\p{M}\\uff9e\\uff9f]";
const TOO_MANY = new RegExp(`(${MARK}{${SEARCH_MARKS_MAX}})${MARK}+`, "gu");

/** One of the normal forms that make text comparable, with no more marks on a letter than anybody writes. */
export const normalized = (text: string, form: "NFKC" | "NFKD"): string => text.replace(TOO_MANY, "$1").normalize(form);
