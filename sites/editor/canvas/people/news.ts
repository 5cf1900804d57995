/** News of the other members, however they are heard: who is on the page, and whether one of them wrote it. */
import type { Editor } from "../page/editor.ts";
import type { Studio } from "../studio/studio.ts";
import { MemberNames } from "./names.ts";

/** The answer of `/api/presence`, and a message of the socket, which holds no names. */
export interface NewsAnswer {
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

/** A version that nobody has named: later than every other. */
export const SOME_LATER = Infinity;

interface Heard extends Pick<Studio, "client" | "people"> {
  readonly editor: Pick<Editor, "id" | "site"> & { readonly sender: Pick<Editor["sender"], "heard"> };
}

export class News {
  readonly #studio: Heard;
  readonly #names: MemberNames;
  #people: NewsAnswer["people"] = [];
  #change: number;
  #count = 0;

  constructor(studio: Heard) {
    this.#studio = studio;
    this.#names = new MemberNames(studio.client);
    this.#change = studio.editor.site.change;
  }

  /** The last change that was heard of: where the next answer begins. */
  get change(): number {
    return this.#change;
  }

  /** The number of news so far. An answer that was asked for before is out of date. */
  get count(): number {
    return this.#count;
  }

  hear({ change, people, changes, more }: NewsAnswer): void {
    const { id, sender } = this.#studio.editor;
    const pageChange = changes.find((one) => one.kind === "page" && one.id === id);
    // A site that was taken back counts from an earlier change again, and the version of a page that is gone is 0.
    if (change < this.#change) sender.heard(SOME_LATER);
    else if (pageChange) sender.heard(pageChange.version || SOME_LATER);
    else if (more) sender.heard(SOME_LATER);
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

  /** Names the people of the latest news, which may have come while these names were asked for. */
  async #name(people: NewsAnswer["people"]): Promise<void> {
    const { editor } = this.#studio;
    const nameless = people.filter(({ name, member }) => name === undefined && member !== editor.site.member.id);
    if (await this.#names.learn(nameless.map(({ member }) => member))) this.#show();
  }
}
