/** Checks of the editor in a shorter form, for engines that the driver of the tests does not know. */
import { isDeepStrictEqual } from "node:util";
import { CONTROL, type Member } from "../member.ts";

export interface ShortCheck {
  /** The number in the table of `test/browser/README.md`. */
  readonly check: number;
  /** A stand-in for something that WebDriver has no command for. Absent if a person would do the same. */
  readonly by?: string;
  /** The name of a browser whose driver has no way to it. */
  readonly notIn?: string;
  readonly run: (member: Member) => Promise<void>;
}

export function requireSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted))
    throw new Error(`it is ${JSON.stringify(found)?.slice(0, 300)}, not ${JSON.stringify(wanted)?.slice(0, 300)}`);
}

export const isIn = (selector: string): string => `return document.querySelector(${JSON.stringify(selector)}) !== null`;

/** Writes a headline into the draft, over the one that is there. */
export async function typeHeadline(member: Member, text: string): Promise<void> {
  await member.inDraft(async () => {
    await member.browser.click("h1");
    await member.browser.type([[CONTROL, "a"], ...text]);
    await member.browser.until(`return document.querySelector("h1").textContent === ${JSON.stringify(text)}`);
  });
}

/** Writes a headline, and waits until it is saved. */
export async function saveHeadline(member: Member, text: string): Promise<void> {
  await typeHeadline(member, text);
  await member.saved();
}

export const titleOf = async (member: Member, page: string): Promise<unknown> =>
  (await member.stored(page)).sections[0]?.fields["title"];
