/**
 * The value of an attribute, as far as a reader knows it: its literal text. The reader also knows whether a value that
 * a template prints could still choose the scheme or the host of a URL.
 */
import { LINK_SCHEME } from "../fields/links.ts";

export interface KnownValue {
  /** The text so far. `/` stands for a printed start, `0` for a value printed later. */
  readonly text: string;
  /** True if the value is no fixed text: a template prints a part of it, or branches differ. */
  readonly isPrinted: boolean;
  /** True if the URL can no longer get another scheme. */
  readonly isSettled: boolean;
  /** The number of leading slashes that may be the whole URL so far, in some branch. 0 once it has more. */
  readonly slashes: number;
  /** True if, in some branch, the URL has no literal text yet: it is empty, or values only. */
  readonly isBare: boolean;
  /** True if the URL begins so that browsers could read another one. */
  readonly isHidden: boolean;
}

/** The position of a value in an attribute, by which the compiler chooses its escaping. */
export type ValuePlace = "attribute" | "href" | "hrefPath" | "hrefPart";

export const NO_VALUE: KnownValue = {
  text: "",
  isPrinted: false,
  isSettled: false,
  slashes: 0,
  isBare: true,
  isHidden: false,
};

const SPACE = /[\t\n\f\r ]/;
const SCHEME_OPEN = /^[\s\u0000-\u0020]*[a-z0-9+.-]*$/i;

/** Tells whether the text so far could still become a URL's scheme. */
export const isSchemeOpen = (text: string): boolean => SCHEME_OPEN.test(text);

export const withText = (value: KnownValue, text: string): KnownValue => ({ ...value, text: value.text + text });

/** Adds literal text to a URL. It is settled once its scheme is complete, or can no longer come. */
export function withAddress(before: KnownValue, literal: string): KnownValue {
  let value = before;
  for (const character of literal) {
    value = withText(slashed(value, character), character);
    if (!value.isSettled) value = begun(value, character);
  }
  return value;
}

/** Counts leading slashes. Two begin a host name, and browsers treat a backslash as a slash. */
function slashed(value: KnownValue, character: string): KnownValue {
  const begins = value.slashes > 0 || value.isBare;
  if (begins && SPACE.test(character)) return value;
  return { ...value, isBare: false, slashes: begins && /[/\\]/.test(character) ? value.slashes + 1 : 0 };
}

function begun(value: KnownValue, character: string): KnownValue {
  const isScheme = character === ":" && !value.isPrinted && LINK_SCHEME.test(value.text);
  return {
    ...value,
    isHidden: value.isHidden || (character === ":" && !isScheme) || /[&\\\u0000-\u001f]/.test(character),
    isSettled: /[:/?#]/.test(character),
  };
}

export const withPrinted = (value: KnownValue): KnownValue => ({
  ...value,
  text: value.text + (value.text === "" ? "/" : "0"),
  isPrinted: true,
  slashes: 0,
});

/** Tells whether a text of this beginning follows a URL of values alone with a slash. */
export const isJoint = ({ isBare, isPrinted }: KnownValue, text: string): boolean =>
  isBare && isPrinted && text.startsWith("/");

/**
 * The position of a value in a URL. One slash in an unsettled URL means that another branch wrote none, so the value
 * may be the whole URL.
 */
export function placeInAddress({ slashes, isSettled, isPrinted, text }: KnownValue): ValuePlace {
  if (slashes > 0) return isSettled ? "hrefPath" : "hrefPart";
  if (isSettled) return "attribute";
  return isPrinted || text.trim() !== "" ? "hrefPart" : "href";
}

/** Merges the values of branches. A text that could still become a scheme stays known. */
export function met(values: readonly KnownValue[]): KnownValue {
  const texts = values.map(({ text }) => text);
  return {
    text: texts.find(isSchemeOpen) ?? texts.at(-1) ?? "",
    isPrinted: values.some(({ isPrinted }) => isPrinted) || new Set(texts).size > 1,
    isSettled: values.every(({ isSettled }) => isSettled),
    slashes: Math.max(...values.map(({ slashes }) => slashes)),
    isBare: values.some(({ isBare }) => isBare),
    isHidden: values.some(({ isHidden }) => isHidden),
  };
}
