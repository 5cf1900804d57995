import { type Role, type Permission, can } from "../commands/permissions.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { MailEnclosures } from "./enclosures.ts";
import type { LetterKind } from "./letterKinds.ts";
import type { Letter } from "./letters.ts";
import type { MailMembers } from "./members.ts";
import { choiceOf } from "./pluginEnclosures.ts";
import type { PluginLetterFacts, PluginMail } from "./pluginMail.ts";
import type { LetterSources, ReaderLetters, RemarkLetters, ReviewLetters, ShareLetters } from "./sources.ts";

/** Reads a member's present role from the control plane. */
export type RoleAt = (membership: {
  readonly tenant: string;
  readonly site: string;
  readonly identity: string;
}) => Promise<Role | undefined>;

/** Asks the control plane whether an invitation link opens its site now. `link` is the SHA-256 of its secret, as hex. */
export type IsLinkOpen = (asked: {
  readonly tenant: string;
  readonly site: string;
  readonly link: string;
}) => Promise<boolean>;

export interface ReceiverParts {
  readonly powers: Pick<Powers, "digest">;
  readonly roleOf: RoleAt | undefined;
  readonly sites: Sites;
  readonly mailMembers: MailMembers;
  readonly mailEnclosures: MailEnclosures;
  readonly isLinkOpen: IsLinkOpen | undefined;
  readonly letterSources: LetterSources;
  readonly reviewLetters: ReviewLetters;
  readonly remarkLetters: RemarkLetters;
  readonly shareLetters: ShareLetters;
  readonly readerLetters: ReaderLetters;
  readonly pluginMail: PluginMail;
}

interface ReceiverRow {
  /** The members who want a letter to several. Undefined if what it is about is gone. Absent: the letter has one receiver. */
  readonly wanting?: (parts: ReceiverParts, letter: Letter) => Promise<readonly string[] | undefined>;
  /** False for a letter of this kind with one receiver. Absent: all have several. */
  readonly isToSeveral?: (parts: ReceiverParts, letter: Letter) => boolean;
  /** True for a letter to all who subscribed, some of whom get it at a time. */
  readonly isToSubscribers?: (parts: ReceiverParts, letter: Letter) => boolean;
  /** The address. Undefined if its owner may not get the letter any more. */
  readonly address: (parts: ReceiverParts, letter: Letter) => Promise<string | undefined>;
  /** Tells the letter's subject that the letter was sent. */
  readonly sent?: (parts: ReceiverParts, letter: Letter) => void;
}

async function roleAt({ roleOf, sites }: ReceiverParts, site: string, identity: string): Promise<Role | undefined> {
  return roleOf?.({ tenant: sites.get(site).tenant, site, identity });
}

/** The proven address of a member with a permission, or the unproven one, which gets a code. */
const ofMember =
  (permission: Permission, isProven = true): ReceiverRow["address"] =>
  async (parts, { site, member }) => {
    const role = await roleAt(parts, site, member);
    const held = parts.mailMembers.addressOf(site, member);
    const isAllowed = role !== undefined && can(role, permission);
    return isAllowed && held?.isProven === isProven ? held.address : undefined;
  };

/** The members with a proven address and a permission who want letters of a topic. Without a choice, owners do. */
async function findWanting(
  parts: ReceiverParts,
  site: string,
  permission: Permission,
  topic: { readonly form: string } | { readonly notice: "publication" },
): Promise<string[]> {
  const isWanted = (member: string, isOwner: boolean): boolean =>
    "form" in topic
      ? parts.mailMembers.wants(site, member, topic.form, isOwner)
      : parts.mailMembers.wantsNotice(site, member, topic.notice, isOwner);
  return provenMembers(parts, site, (member, role) => can(role, permission) && isWanted(member, role === "owner"));
}

/** Roles that are read at once. */
const ROLES_AT_ONCE = 20;

type Holds = (member: string, role: Role) => boolean;

const isHeld = (holds: Holds, member: string, role: Role | undefined): boolean =>
  role !== undefined && holds(member, role);

/** The members with a proven address whom a condition holds for, by their present roles. */
async function provenMembers(parts: ReceiverParts, site: string, holds: Holds): Promise<string[]> {
  const members = parts.mailMembers.proven(site);
  const found: string[] = [];
  for (let from = 0; from < members.length; from += ROLES_AT_ONCE) {
    const some = members.slice(from, from + ROLES_AT_ONCE);
    const roles = await Promise.all(some.map((member) => roleAt(parts, site, member)));
    found.push(...some.filter((member, index) => isHeld(holds, member, roles[index])));
  }
  return found;
}

/** The address of an invited person, as long as the link of the letter is neither used, revoked nor over. */
async function invitedAddress(
  { powers, sites, mailEnclosures, isLinkOpen }: ReceiverParts,
  { site, source }: Letter,
): Promise<string | undefined> {
  const enclosed = mailEnclosures.of(source);
  if (!enclosed || !isLinkOpen) return enclosed?.address;
  const link = await powers.digest(enclosed.link.slice(enclosed.link.indexOf("#") + 1));
  return (await isLinkOpen({ tenant: sites.get(site).tenant, site, link })) ? enclosed.address : undefined;
}

/** The address of a person who gets a link to the draft, as long as the link shows it. */
async function sharedAddress(
  { powers, mailEnclosures, shareLetters }: ReceiverParts,
  { site, source }: Letter,
): Promise<string | undefined> {
  const enclosed = mailEnclosures.of(source);
  if (!enclosed) return undefined;
  const digest = await powers.digest(enclosed.link.slice(enclosed.link.lastIndexOf("/") + 1));
  return shareLetters.isOpen(site, digest) ? enclosed.address : undefined;
}

/** The address of a reader, as long as the link of the letter signs them in. */
async function readersAddress(
  { powers, mailEnclosures, readerLetters }: ReceiverParts,
  { site, source }: Letter,
): Promise<string | undefined> {
  const enclosed = mailEnclosures.of(source);
  if (!enclosed) return undefined;
  const digest = await powers.digest(enclosed.link.slice(enclosed.link.indexOf("=") + 1));
  return readerLetters.isOpen(site, digest) ? enclosed.address : undefined;
}

/** Tells whether a member takes letters of the plugin that writes about forms now. */
function takesNotice({ pluginMail, mailMembers }: ReceiverParts, site: string, member: string): boolean {
  const plugin = pluginMail.noticePlugin(site);
  return plugin === undefined || mailMembers.choices(site, member).get(choiceOf(plugin)) !== false;
}

export const RECEIVERS: Readonly<Record<LetterKind, ReceiverRow>> = {
  form: {
    async wanting(parts, { site, source }) {
      const facts = parts.letterSources.submission(site, Number(source));
      const wanting = facts && (await findWanting(parts, site, "forms.read", facts));
      return wanting?.filter((member) => takesNotice(parts, site, member));
    },
    address: async (parts, letter) =>
      takesNotice(parts, letter.site, letter.member) ? ofMember("forms.read")(parts, letter) : undefined,
  },
  address: { address: ofMember("site.read", false) },
  confirm: {
    address: async ({ letterSources }, { site, source }) => letterSources.confirmation(site, Number(source))?.address,
    sent: ({ letterSources }, { site, source }) => letterSources.confirmationSent(site, Number(source)),
  },
  invitation: { address: invitedAddress },
  share: { address: sharedAddress },
  reader: { address: readersAddress },
  readerInvitation: { address: readersAddress },
  login: {
    async address(parts, letter) {
      const { site, member } = letter;
      return parts.mailMembers.wantsNotice(site, member, "login", true)
        ? ofMember("site.read")(parts, letter)
        : undefined;
    },
  },
  publication: {
    wanting: (parts, { site }) => findWanting(parts, site, "content.publish", { notice: "publication" }),
    address: ofMember("content.publish"),
  },
  review: {
    async wanting(parts, { site, source }) {
      const review = parts.reviewLetters(site, source);
      const isWanted = (member: string): boolean => parts.mailMembers.wantsNotice(site, member, "review", true);
      return review && provenMembers(parts, site, (member, role) => review.asks(member, role) && isWanted(member));
    },
    async address(parts, letter) {
      const { site, source, member } = letter;
      const role = await roleAt(parts, site, member);
      const isAsked = role !== undefined && parts.reviewLetters(site, source)?.asks(member, role);
      return isAsked === true ? ofMember("content.publish")(parts, letter) : undefined;
    },
  },
  remark: {
    isToSeveral: () => false,
    async address(parts, letter) {
      const { site, source, member } = letter;
      const isMeant = parts.remarkLetters(site, source) !== undefined;
      return isMeant && parts.mailMembers.wantsNotice(site, member, "remark", true)
        ? ofMember("remarks.write")(parts, letter)
        : undefined;
    },
  },
  plugin: {
    isToSeveral: ({ pluginMail }, letter) => ["members", undefined].includes(pluginMail.facts(letter)?.to),
    isToSubscribers: ({ pluginMail }, letter) => pluginMail.facts(letter)?.to === "subscribers",
    async wanting(parts, letter) {
      const facts = parts.pluginMail.facts(letter);
      return (
        facts && provenMembers(parts, letter.site, (member, role) => wantsOf(parts, letter.site, facts, member, role))
      );
    },
    async address(parts, letter) {
      const facts = parts.pluginMail.facts(letter);
      if (facts?.to !== "members") return facts?.address;
      const { site, member } = letter;
      const role = await roleAt(parts, site, member);
      const isWanted = role !== undefined && wantsOf(parts, site, facts, member, role);
      return isWanted ? ofMember(facts.permission)(parts, letter) : undefined;
    },
  },
};

/**
 * Tells whether a member gets a plugin's letter. A letter about a form follows the choices for forms, and a member may
 * refuse each plugin. Without a choice, owners get letters.
 */
function wantsOf(
  { mailMembers }: ReceiverParts,
  site: string,
  { plugin, permission, form }: PluginLetterFacts,
  member: string,
  role: Role,
): boolean {
  if (!can(role, permission)) return false;
  const chosen = mailMembers.choices(site, member).get(choiceOf(plugin));
  if (form === undefined) return chosen ?? role === "owner";
  return chosen !== false && mailMembers.wants(site, member, form, role === "owner");
}
