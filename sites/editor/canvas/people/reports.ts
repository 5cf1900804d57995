/**
 * Applies reports about other members, from the socket or from polling: who is on the page, and whether the page
 * changed.
 */
import type { Editor } from "../page/editor.ts";
import type { Studio } from "../studio/studio.ts";
import { MemberNames } from "./names.ts";

/** The answer of `/api/presence`, or a message of the socket, which has no names. */
export interface PresenceReport {
  readonly change: number;
  readonly people: readonly {
    readonly member: string;
    readonly page: string;
    readonly section: string | null;
    readonly name?: string | null;
  }[];
  readonly changes: readonly { readonly kind: string; readonly id: string; readonly version: number }[];
  readonly more: boolean;
}

/** Stands for a later version whose number is unknown, so that the editor reads the page again. */
export const UNKNOWN_LATER = Infinity;

interface ReportedStudio extends Pick<Studio, "client" | "people"> {
  readonly editor: Pick<Editor, "id" | "site"> & { readonly sender: Pick<Editor["sender"], "versionReported"> };
}

export class PresenceReports {
  readonly #studio: ReportedStudio;
  readonly #names: MemberNames;
  #people: PresenceReport["people"] = [];
  #change: number;
  #count = 0;

  constructor(studio: ReportedStudio) {
    this.#studio = studio;
    this.#names = new MemberNames(studio.client);
    this.#change = studio.editor.site.change;
  }

  /** The last change of the site that was reported. The next poll asks for later ones. */
  get change(): number {
    return this.#change;
  }

  /** The number of reports applied so far. If it grew during a poll, the poll's answer is stale. */
  get count(): number {
    return this.#count;
  }

  apply({ change, people, changes, more }: PresenceReport): void {
    const { id, sender } = this.#studio.editor;
    const pageChange = changes.find((one) => one.kind === "page" && one.id === id);
    // After a restore the site's change counter is lower. A deleted page is reported with version 0. Both make the
    // editor read the page again.
    if (change < this.#change) sender.versionReported(UNKNOWN_LATER);
    else if (pageChange) sender.versionReported(pageChange.version || UNKNOWN_LATER);
    else if (more) sender.versionReported(UNKNOWN_LATER);
    this.#change = change;
    this.#count += 1;
    this.#people = people;
    this.#show();
    void this.#name(people);
  }

  #show(): void {
    const { editor, people: shown } = this.#studio;
    shown.value = this.#people
      .filter(({ member, page }) => member !== editor.site.member.id && page === editor.id)
      .map(({ member, page, section, name }) => ({ member, page, section, name: name ?? this.#names.of(member) }));
  }

  /** Requests missing names, then shows the latest report, which may have arrived during the request. */
  async #name(people: PresenceReport["people"]): Promise<void> {
    const { editor } = this.#studio;
    const nameless = people.filter(({ name, member }) => name === undefined && member !== editor.site.member.id);
    if (await this.#names.learn(nameless.map(({ member }) => member))) this.#show();
  }
}
