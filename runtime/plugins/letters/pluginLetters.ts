import { MAIL_PLUGIN_DATA_MAX_CHARS, MAIL_PLUGIN_DATA_WAITING_MAX } from "../../../manifests/bounds/forms.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { LetterEvent } from "../../../manifests/manifest/letter.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Letter, Letters } from "../../mail/letters.ts";
import type { Occasions } from "../../mail/occasions.ts";
import { type PluginEnclosures, type PluginEnclosure, pluginOfSource } from "../../mail/pluginEnclosures.ts";
import { type PluginLetterFacts, type PluginMail, type WritingPlugin, subscriberIn } from "../../mail/pluginMail.ts";
import type { LetterSources, SubmissionFacts, SubscriberFacts } from "../../mail/sources.ts";
import type { LetterSite, WrittenLetter } from "../../mail/writing.ts";
import type { Powers } from "../../powers/powers.ts";
import type { SettingsStore } from "../settings/settingsStore.ts";
import type { PluginShelf } from "../states/shelf.ts";
import { type OwnLetter, isSentOn, lettersOf, permissionFor, ownerSettings } from "./declaredLetters.ts";
import { answersFor, isPersonalGranted, writtenByPlugin } from "./letterScope.ts";
import { addressEntries, settingAddresses } from "./settingAddresses.ts";

export interface PluginLetterParts {
  readonly powers: Pick<Powers, "sql" | "newId" | "timestamp">;
  readonly plugins: PluginShelf;
  readonly settingsStore: SettingsStore;
  readonly letters: Letters;
  readonly pluginEnclosures: PluginEnclosures;
  readonly occasions: Occasions;
  readonly letterSources: LetterSources;
}

/** A letter that a plugin's code asks for. */
export interface AskedLetter {
  readonly letter: string;
  /** JSON of an object for the templates. */
  readonly data?: string | undefined;
  /** The number of the submission whose visitor gets the letter. */
  readonly submission?: number | undefined;
  /** A name of the occasion. A second letter with the same name is not sent. */
  readonly once?: string | undefined;
}

/** The number of letters in the outbox, or the reason of a refusal. */
export type AskedOutcome =
  | { readonly queued: number }
  | { readonly refused: Unfit | "unknown" | "not_granted" | "full" };

/** The part of a request that its letter does not take. */
type Unfit = "submission" | "data" | "too_large";

const isDeclared = ({ plugin }: ActivePlugin, name: string): boolean =>
  plugin.manifest.contributes.letters?.some((letter) => letter.name === name) === true;

/** Tells whether data are as the letter's schema says. A letter without one takes none. */
const isClosedData = (schema: JsonSchema | undefined, data: string): boolean =>
  schema !== undefined &&
  data.length <= MAIL_PLUGIN_DATA_MAX_CHARS &&
  validateFields(schema, JSON.parse(data)).length === 0;

/** The part of a source after the letter's name. Undefined for a letter that may be sent any number of times. */
function aboutOf({ submission, once }: AskedLetter): string | undefined {
  const parts = [submission, once === undefined ? undefined : `once/${once}`].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join("/");
}

/** A letter in the outbox, with its receiver if it has one. */
type SentLetter = Pick<Letter, "site" | "source" | "member">;

/** The form with which the receivers of a letter have subscribed, as `<plugin id>/<name>`. Undefined for other letters. */
const subscribedForm = ({ plugin, letter: { to, form } }: OwnLetter): string | undefined =>
  to === "subscribers" && form !== undefined ? `${plugin.id}/${form}` : undefined;

/** An event, as its letters are told of it. */
interface Event {
  readonly on: LetterEvent;
  /** The part of the source after the letter's name. The same event has the same. */
  readonly about: string;
  readonly submission?: number;
  readonly data?: string;
}

/** The letters of plugins: at events, from their code, and as their receivers read them. */
export class PluginLetters implements PluginMail {
  readonly #parts: PluginLetterParts;

  constructor(parts: PluginLetterParts) {
    this.#parts = parts;
  }

  /** Adds the letters about a submission, beside the kernel's own. The caller holds the transaction. */
  formSubmitted(site: string, submission: number): void {
    this.#emit(site, { on: "form", about: String(submission), submission });
  }

  noticePlugin(site: string): string | undefined {
    return this.#notice(site)?.plugin.id;
  }

  formNotice({ site, submission }: { readonly site: string; readonly submission: number }, around: LetterSite) {
    const entry = this.#notice(site);
    const facts = entry && this.#parts.letterSources.submission(site, submission);
    if (!facts) return undefined;
    const settings = ownerSettings(this.#parts.settingsStore, site, entry.plugin);
    const { renderer } = this.#parts.plugins.forSite(site);
    try {
      return writtenByPlugin(renderer, around, {
        entry,
        data: "",
        about: answersFor(entry, facts),
        subscriber: undefined,
        settings,
      });
    } catch {
      return undefined;
    }
  }

  /** The letter of the release that stands for the kernel's own about forms. The kernel sends it as its own. */
  #notice(site: string): OwnLetter | undefined {
    return this.sentOn(site, "form").find((entry) => this.#standsIn(entry));
  }

  #standsIn({ plugin, letter }: OwnLetter): boolean {
    return letter.replaces !== undefined && this.#parts.plugins.isFirstParty(plugin.id);
  }

  /** Adds the letters about a publication. The caller holds the transaction. */
  published(site: string, sequence: number, url: string, publishedAt: string): void {
    this.#emit(site, {
      on: "publication",
      about: String(sequence),
      data: JSON.stringify({ release: { url, publishedAt } }),
    });
  }

  /** Adds one letter of the clock. The caller holds the transaction. */
  add(site: string, entry: OwnLetter, { about, submission, data = "" }: Omit<Event, "on">): number {
    const { letters } = this.#parts;
    const base = `${entry.plugin.id}/${entry.letter.name}/${about}`;
    const each = this.#addresses(site, entry, submission);
    const added = each.flatMap(([address, ending]) => {
      const source = `${base}${ending}`;
      const enclosure = { site, source, plugin: entry.plugin.id, letter: entry.letter.name, address };
      if (!this.#parts.pluginEnclosures.add({ ...enclosure, submission: submission ?? null, data })) return [];
      letters.add({ site, kind: "plugin", source, member: "" });
      return [source];
    });
    return added.length;
  }

  /** Adds a letter that a plugin's code asks for. */
  send(site: string, plugin: ActivePlugin, asked: AskedLetter): AskedOutcome {
    const { letter: name, data = "" } = asked;
    const entry = lettersOf(plugin).find(({ letter }) => letter.name === name);
    if (!entry) return { refused: isDeclared(plugin, name) ? "not_granted" : "unknown" };
    const refused = this.#unfit(site, entry, asked);
    if (refused) return { refused };
    const form = subscribedForm(entry);
    const subscribers = form === undefined ? undefined : this.#parts.letterSources.subscriberCount(site, form);
    if (subscribers === 0) return { queued: 0 };
    if (!this.#hasRoom(site, entry, data)) return { refused: "full" };
    const queued = this.#queue(site, entry, asked);
    return { queued: queued > 0 ? (subscribers ?? queued) : 0 };
  }

  /** Adds the letter, unless it was sent for the same occasion. */
  #queue(site: string, entry: OwnLetter, asked: AskedLetter): number {
    const { powers, occasions } = this.#parts;
    const { letter: name, data = "", submission } = asked;
    const same = aboutOf(asked);
    const about = same ?? powers.newId();
    const occasion = same === undefined ? undefined : `${name}/${same}`;
    if (occasion !== undefined && occasions.has(site, entry.plugin.id, occasion)) return 0;
    return powers.sql.atomically(() => {
      const queued = this.add(site, entry, { about, data, ...(submission !== undefined && { submission }) });
      if (occasion !== undefined && queued > 0) occasions.note(site, entry.plugin.id, occasion);
      return queued;
    });
  }

  #hasRoom(site: string, { plugin, letter }: OwnLetter, data: string): boolean {
    const hasRoom = this.#parts.letters.hasRoom({ site, kind: "plugin", source: `${plugin.id}/${letter.name}` });
    return hasRoom && (data === "" || this.#hasDataRoom(site, plugin));
  }

  facts(sent: SentLetter): PluginLetterFacts | undefined {
    const found = this.#found(sent);
    if (!found) return undefined;
    const { entry, enclosed, about, subscriber } = found;
    const { to, title } = entry.letter;
    const address = subscriber?.address ?? this.#addressNow(sent.site, entry, enclosed, about);
    const hasOne = to === "submitter" || to === "addresses";
    if (hasOne && address === undefined) return undefined;
    return {
      plugin: entry.plugin.id,
      to,
      permission: permissionFor(entry.plugin),
      form: about?.form,
      address,
      title: about?.title ?? title,
    };
  }

  nextSubscribers(sent: SentLetter, most: number): readonly number[] | undefined {
    const found = this.#found(sent);
    const form = found && subscribedForm(found.entry);
    if (!found || form === undefined) return undefined;
    return this.#parts.letterSources.subscribersAfter(sent.site, form, found.enclosed.reached, most);
  }

  isHeld({ site, source }: Pick<SentLetter, "site" | "source">): boolean {
    const { skipped } = this.#parts.plugins.forSite(site).resolution;
    return skipped.some(({ id, reason }) => id === pluginOfSource(source) && reason === "loader_unavailable");
  }

  written(sent: SentLetter, site: LetterSite): WrittenLetter | undefined {
    const found = this.#found(sent);
    if (!found) return undefined;
    const { renderer } = this.#parts.plugins.forSite(sent.site);
    const language = found.subscriber?.language ?? site.language;
    return writtenByPlugin(
      renderer,
      { ...site, language },
      {
        ...found,
        data: found.enclosed.data,
        settings: ownerSettings(this.#parts.settingsStore, sent.site, found.entry.plugin),
      },
    );
  }

  writing(site: string): readonly WritingPlugin[] {
    const { active } = this.#parts.plugins.forSite(site).resolution;
    return active
      .filter((plugin) => lettersOf(plugin).some(({ letter }) => letter.to === "members"))
      .map(({ id, plugin }) => ({ plugin: id, name: plugin.manifest.name }));
  }

  /** The letters of a site that are sent at an event now. */
  sentOn(site: string, on: LetterEvent): OwnLetter[] {
    const { plugins, settingsStore } = this.#parts;
    return plugins
      .forSite(site)
      .resolution.active.flatMap(lettersOf)
      .filter((entry) => isSentOn(settingsStore, site, entry, on));
  }

  #emit(site: string, { on, ...event }: Event): void {
    for (const entry of this.sentOn(site, on)) if (!this.#standsIn(entry)) this.add(site, entry, event);
  }

  /** The addresses of a new letter, each with the ending of its source. One that is found at delivery is empty. */
  #addresses(
    site: string,
    entry: OwnLetter,
    submission: number | undefined,
  ): (readonly [address: string, ending: string])[] {
    if (entry.letter.to !== "addresses") return [["", ""]];
    // Most sites have no such address, so the submission is read only for one.
    if (addressEntries(this.#setting(site, entry.plugin)).length === 0) return [];
    const about = submission === undefined ? undefined : this.#parts.letterSources.submission(site, submission);
    return this.#written(site, entry.plugin, about).map((address, index) => [address, `/${index}`] as const);
  }

  /** The addresses that an owner has written now. Defaults do not count, because the author wrote them. */
  #written(site: string, plugin: ActivePlugin, about: SubmissionFacts | undefined): string[] {
    return settingAddresses(this.#setting(site, plugin), about);
  }

  /** The value of the setting that names addresses. */
  #setting(site: string, plugin: ActivePlugin): unknown {
    const from = plugin.grant?.capabilities.mail?.addressesFrom;
    if (from === undefined) return undefined;
    const { values } = this.#parts.settingsStore.get(site, plugin.id);
    return Object.hasOwn(values, from) ? values[from] : undefined;
  }

  /** The address of a letter, if its receiver may still get it. */
  #addressNow(
    site: string,
    { plugin, letter }: OwnLetter,
    { address }: PluginEnclosure,
    about: SubmissionFacts | undefined,
  ): string | undefined {
    if (letter.to === "submitter") return about?.replyTo ?? undefined;
    return this.#written(site, plugin, about).find((one) => one === address);
  }

  #unfit(
    site: string,
    { plugin, letter: { to, data: schema } }: OwnLetter,
    { data, submission }: AskedLetter,
  ): Unfit | undefined {
    if ((to === "submitter") !== (submission !== undefined)) return "submission";
    // No word that a visitor wrote may reach an address that a visitor wrote, so such data have no free text.
    if (to === "submitter" && data !== undefined && !isClosedData(schema, data)) return "data";
    if (submission !== undefined && !this.#mayAnswer(site, plugin, submission)) return "submission";
    return (data?.length ?? 0) > MAIL_PLUGIN_DATA_MAX_CHARS ? "too_large" : undefined;
  }

  #hasDataRoom(site: string, { id }: ActivePlugin): boolean {
    return this.#parts.pluginEnclosures.countWithData(site, id) < MAIL_PLUGIN_DATA_WAITING_MAX;
  }

  /** A plugin answers visitors only of forms whose personal answers it gets, or of its own. */
  #mayAnswer(site: string, plugin: ActivePlugin, submission: number): boolean {
    const about = this.#parts.letterSources.submission(site, submission);
    return about !== undefined && (isPersonalGranted(plugin, about) || about.type.startsWith(`${plugin.id}/`));
  }

  /** The subject of a letter. Undefined if its plugin is not active, or the submission was deleted. */
  #found({ site, source, member }: SentLetter) {
    const { plugins, pluginEnclosures, letterSources } = this.#parts;
    const enclosed = pluginEnclosures.of(site, source);
    const plugin = enclosed && plugins.forSite(site).resolution.active.find(({ id }) => id === enclosed.plugin);
    const entry = plugin && lettersOf(plugin).find(({ letter }) => letter.name === enclosed?.letter);
    if (!enclosed || !entry) return undefined;
    const facts = enclosed.submission === null ? undefined : letterSources.submission(site, enclosed.submission);
    if (enclosed.submission !== null && !facts) return undefined;
    const subscriber = this.#subscriber(site, entry, member);
    if (subscriber === null) return undefined;
    return { entry, enclosed, about: facts && answersFor(entry, facts), subscriber };
  }

  /** The subscriber who gets a letter. Undefined for other letters, and null once the subscription has ended. */
  #subscriber(site: string, entry: OwnLetter, member: string): SubscriberFacts | undefined | null {
    const [form, number] = [subscribedForm(entry), subscriberIn(member)];
    if (number === undefined) return undefined;
    return (form === undefined ? undefined : this.#parts.letterSources.subscriber(site, form, number)) ?? null;
  }
}
