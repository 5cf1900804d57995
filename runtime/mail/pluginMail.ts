import type { LetterReceiver } from "../../manifests/capabilities/capabilities.ts";
import type { Permission } from "../commands/permissions.ts";
import type { Letter } from "./letters.ts";
import type { LetterSite, WrittenLetter } from "./writing.ts";

/** A letter of a plugin, as its delivery needs it. */
export interface PluginLetterFacts {
  readonly plugin: string;
  readonly to: LetterReceiver;
  /** The permission of members who may get it. */
  readonly permission: Permission;
  /** The form that it is about: `<page id>.<section id>`. */
  readonly form: string | undefined;
  /** The address, if it does not go to members. */
  readonly address: string | undefined;
  /** A name for members who look through letters. */
  readonly title: string;
}

/** A plugin that sends letters to members. */
export interface WritingPlugin {
  readonly plugin: string;
  readonly name: string;
}

type Sent = Pick<Letter, "site" | "source" | "member">;

/** The letters of plugins, as delivery and members need them. */
export interface PluginMail {
  /** Undefined if its plugin, the grant, the address, or what it is about is gone. */
  facts(letter: Sent): PluginLetterFacts | undefined;
  /** The numbers of the next subscribers who get a letter. Undefined if it goes to nobody any more. */
  nextSubscribers(letter: Sent, most: number): readonly number[] | undefined;
  /** True while its plugin cannot run for a reason that passes. */
  isHeld(letter: Sent): boolean;
  /** The letter as its receiver reads it. Undefined if what it is about is gone. Throws if it cannot be written. */
  written(letter: Sent, site: LetterSite): WrittenLetter | undefined;
  /** The plugin of the release that writes letters about forms in place of the kernel now. */
  noticePlugin(site: string): string | undefined;
  /** The letter about a form as that plugin writes it. Undefined without one, or if it cannot write the letter. */
  formNotice(sent: { readonly site: string; readonly submission: number }, site: LetterSite): WrittenLetter | undefined;
  /** The active plugins with letters to members. */
  writing(site: string): readonly WritingPlugin[];
}

const SUBSCRIBER = "subscriber:";

/** The receiver of a letter to one subscriber, by the number of the subscription. No member has such a name. */
export const subscriberName = (number: number): string => `${SUBSCRIBER}${number}`;

/** The number in the name of a receiver. Undefined if it is a member. */
export const subscriberIn = (member: string): number | undefined =>
  member.startsWith(SUBSCRIBER) ? Number(member.slice(SUBSCRIBER.length)) : undefined;
