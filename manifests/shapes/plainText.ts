/** Words of an author that people read when they decide whom to trust: nothing in them is invisible or reorders them. */

/** Joiners change how Arabic and Indic letters join, and are written between them only (UAX #31, 2.3.1). */
const JOINED =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]\p{M}*)[\u200c\u200d](?=\p{L})/gu;

/** Control, format and default-ignorable characters, and separators that begin a line or a paragraph. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A selector behind an emoji says how to show it, and hides nothing. */
const EMOJI = /(?<=\p{Emoji})\ufe0f/gu;

export const SEEN_SAYS = "one line without control, zero-width or direction characters";
export const isSeen = (text: string): boolean => !UNSEEN.test(text.replaceAll(JOINED, "").replaceAll(EMOJI, ""));

const ofScripts = (...scripts: readonly string[]): RegExp =>
  new RegExp(`^[${["Zyyy", "Zinh", ...scripts].map((script) => `\\p{scx=${script}}`).join("")}]*$`, "u");

/** Sets of scripts one word may be of: one alone, or those that are written together (UTS #39, 5.2, highly restrictive). */
const TOGETHER: readonly RegExp[] = [
  ofScripts("Latn", "Hani", "Hira", "Kana"),
  ofScripts("Latn", "Hani", "Bopo"),
  ofScripts("Latn", "Hani", "Hang"),
  ...[
    "Cyrl",
    "Grek",
    "Armn",
    "Geor",
    "Hebr",
    "Arab",
    "Syrc",
    "Thaa",
    "Ethi",
    "Deva",
    "Beng",
    "Guru",
    "Gujr",
    "Orya",
    "Taml",
    "Telu",
    "Knda",
    "Mlym",
    "Sinh",
    "Thai",
    "Laoo",
    "Tibt",
    "Mymr",
    "Khmr",
    "Mong",
    "Cher",
    "Cans",
    "Tfng",
    "Nkoo",
    "Adlm",
  ].map((script) => ofScripts(script)),
];

export const SCRIPTS_SAYS = "words whose letters are of one script each";

/**
 * Tells whether each word has one script, so that a Cyrillic letter does not pose as a Latin one beside it. A word
 * wholly of another script passes, because names are written in every language. The id, which is ASCII, stands beside
 * each name.
 */
export const isOfOneScript = (text: string): boolean =>
  text.split(/[^\p{L}\p{M}\p{N}]+/u).every((word) => TOGETHER.some((scripts) => scripts.test(word)));
