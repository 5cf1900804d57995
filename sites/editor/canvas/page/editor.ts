/** One page being edited: its queue of changes, its undo history, and the signals that the canvas shows. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { withoutBound } from "../../../../manifests/fields/binding.ts";
import { validateForDefaults } from "../../../../manifests/fields/fields.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import type { FieldValues, PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { findShown } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { RequestFailure } from "../../../requests/requestFailure.ts";
import { tryOperations } from "../queue/apply.ts";
import {
  type Judge,
  type EditQueue,
  edited,
  emptyQueue,
  isSettled,
  present,
  resolved,
  retried,
  withKept,
} from "../queue/queue.ts";
import type { Clash } from "../queue/rebase.ts";
import { type SenderPowers, EditSender } from "../queue/sender.ts";
import { type SavingState, type StateWord, stateWord } from "../queue/savingState.ts";
import {
  type UndoHistory,
  type Spot,
  type UndoStep,
  closed,
  NO_HISTORY,
  recorded,
  redo,
  undo,
} from "../undo/history.ts";
import type { CatalogueView, EditAnswer, PageView, SectionType, SiteAnswer } from "../../api/views.ts";

/** One edit of a member. */
export interface Act {
  readonly operations: readonly PageOperation[];
  /** The name of the edit in the undo message. */
  readonly name: string;
  readonly spot?: Spot | null;
  /** Edits of one group without a pause between them are one undo step. */
  readonly group?: string | null;
}

/**
 * The reason for the frame to update: the site's answer, another version of the whole draft, or an edit not answered
 * yet.
 */
export type Follow =
  | { readonly kind: "answer"; readonly answer: EditAnswer }
  | { readonly kind: "draft" }
  /** Shows what can be shown before the site answers. */
  | { readonly kind: "acts"; readonly operations: readonly PageOperation[]; readonly spot: Spot | null };

export interface OpenedPage {
  readonly site: SiteAnswer;
  readonly catalogue: CatalogueView;
  readonly page: PageView;
}

const byName = (types: readonly SectionType[]): ReadonlyMap<string, SectionType> =>
  new Map(types.map((type) => [type.type, type]));

/** A content type in the form of the type of a section, which members cannot add. */
const drawnBy = ({ type, title, description, plugin, fields }: CatalogueView["contentTypes"][number]): SectionType => ({
  type,
  title,
  description,
  plugin,
  fields,
  category: "entry",
  variants: [],
  slots: [],
  presets: [],
  maxPerPage: 0,
  example: { fields: {} },
});

const hasValues = (values: FieldValues): boolean => Object.keys(values).length > 0;

export class Editor {
  readonly id: string;
  readonly site: SiteAnswer;
  /** True for an entry that lives in lists, and has no page for visitors. */
  readonly isPageless: boolean;
  readonly types: ReadonlyMap<string, SectionType>;
  /** The content types, as the types of the sections that draw entries' values. */
  readonly entryTypes: ReadonlyMap<string, SectionType>;
  /** Types whose plugin is inactive. Members cannot add sections of these types, but can edit existing ones. */
  readonly inactive: ReadonlyMap<string, SectionType>;
  readonly queue: Signal<EditQueue>;
  readonly history: Signal<UndoHistory> = signal(NO_HISTORY);
  readonly saving: Signal<SavingState> = signal("still");
  readonly failure: Signal<RequestFailure | null> = signal(null);
  readonly selected: Signal<string | null> = signal(null);
  /** The message that screen readers hear and the canvas shows for a while. */
  readonly notice: Signal<{ readonly text: string; readonly at: number }> = signal({ text: "", at: 0 });
  readonly lost: Signal<readonly PageOperation[]> = signal([]);
  /** Values of the page itself that the site would refuse. They stay here until they are mended. */
  readonly wrong: Signal<FieldValues> = signal({});
  /** True after a fault in drawing: the frame may differ from the draft until the page is loaded again. */
  readonly isUndrawn: Signal<boolean> = signal(false);
  readonly body: ReadonlySignal<Page>;
  readonly word: ReadonlySignal<StateWord>;
  readonly sender: EditSender;
  readonly #now: () => number;
  #follow: (follow: Follow) => Promise<void> | void = () => undefined;

  constructor({ site, catalogue, page }: OpenedPage, powers: SenderPowers) {
    this.id = page.id;
    this.site = site;
    this.isPageless = page.pageless === true;
    this.types = byName(catalogue.sections);
    this.entryTypes = byName(catalogue.contentTypes.map(drawnBy));
    this.inactive = byName(catalogue.inactive);
    this.queue = signal(emptyQueue({ version: page.version, body: page.body }));
    this.body = computed(() => present(this.queue.value));
    this.word = computed(() => {
      const word = stateWord(this.queue.value, this.saving.value);
      return word === "saved" && hasValues(this.wrong.value) ? "unfinished" : word;
    });
    this.#now = powers.now;
    this.sender = new EditSender(powers, {
      page: page.id,
      judge: this.#judge,
      isOwn: (actor) => actor === `member:${site.member.id}`,
      queue: () => this.queue.peek(),
      put: (queue) => (this.queue.value = queue),
      saving: () => this.saving.peek(),
      setSaving: (saving, failure) => this.#stand(saving, failure),
      saved: (answer) => void this.#draw({ kind: "answer", answer }),
      reread: () => void this.#draw({ kind: "draft" }),
      lost: (operations) => (this.lost.value = [...this.lost.peek(), ...operations]),
      failed: (error) => reportError(error),
    });
  }

  get isSettled(): boolean {
    return isSettled(this.queue.peek()) && !hasValues(this.wrong.peek());
  }

  /** Sets the one listener, which is the frame. */
  onFollow(follow: (follow: Follow) => Promise<void> | void): void {
    this.#follow = follow;
  }

  /** Shows a change in the frame. A fault there keeps nothing from being saved. */
  async #draw(follow: Follow): Promise<void> {
    try {
      await this.#follow(follow);
    } catch (error) {
      this.isUndrawn.value = true;
      reportError(error);
    }
  }

  section(id: string | null): Section | undefined {
    return id === null ? undefined : findShown(this.body.value, id);
  }

  /** The schema of the values that fields of a section can be bound to. Undefined for a page that is no entry. */
  valuesFor({ id }: Section): JsonSchema | undefined {
    const { type } = this.body.value;
    return type === undefined || id === ENTRY ? undefined : this.entryTypes.get(type)?.fields;
  }

  typeOf(section: Section | undefined): SectionType | undefined {
    return section && this.#type(section.type);
  }

  #type(name: string): SectionType | undefined {
    return this.types.get(name) ?? this.entryTypes.get(name) ?? this.inactive.get(name);
  }

  say(text: string): void {
    this.notice.value = { text, at: this.#now() };
  }

  /** Applies an edit in the browser and queues it for saving. False if the page does not allow it. */
  act({ operations, name, spot = null, group = null }: Act): boolean {
    const done = tryOperations(present(this.queue.peek()), operations);
    if (!done) return false;
    const { version } = this.queue.peek().base;
    const step: UndoStep = { operations, inverse: done.inverse, spot, name, version };
    this.history.value = recorded(this.history.peek(), step, group, this.#now());
    this.#change(operations, spot);
    return true;
  }

  closeStep(): void {
    this.history.value = closed(this.history.peek());
  }

  undo(): UndoStep | undefined {
    return this.#step(undo(this.history.peek()), ({ inverse }) => inverse);
  }

  redo(): UndoStep | undefined {
    return this.#step(redo(this.history.peek()), ({ operations }) => operations);
  }

  choose(clash: Clash, choice: "mine" | "theirs"): void {
    this.queue.value = resolved(this.queue.peek(), clash, choice);
    void this.#draw({ kind: "draft" });
    this.sender.changed();
  }

  /** Applies edits that an earlier page load stored to the present page, on top of the unsaved ones. */
  recover(kept: EditQueue): void {
    const { queue, lost } = withKept(this.queue.peek(), kept);
    this.queue.value = queue;
    this.lost.value = [...this.lost.peek(), ...lost];
    this.sender.changed();
  }

  /** Sends refused edits again, when the member asks for it. */
  async tryAgain(): Promise<void> {
    this.queue.value = retried(this.queue.peek());
    await this.sender.flush();
  }

  /** Discards unsaved edits, after the member agreed. */
  letGo(): void {
    this.queue.value = emptyQueue(this.queue.peek().base);
    this.history.value = NO_HISTORY;
    this.wrong.value = {};
  }

  readonly #judge: Judge = (type, fields) => {
    const known = this.#type(type);
    return known ? withoutBound(validateForDefaults(known.fields, fields), fields) : [];
  };

  #change(operations: readonly PageOperation[], spot: Spot | null): void {
    this.queue.value = edited(this.queue.peek(), operations);
    void this.#draw({ kind: "acts", operations, spot });
    this.sender.changed();
  }

  #step(
    stepped: ReturnType<typeof undo>,
    operationsOf: (step: UndoStep) => readonly PageOperation[],
  ): UndoStep | undefined {
    if (!stepped) return undefined;
    const { step, history } = stepped;
    const operations = operationsOf(step);
    const done = tryOperations(present(this.queue.peek()), operations);
    if (!done || done.conflicts.length > 0) return undefined;
    this.history.value = history;
    this.#change(operations, step.spot);
    return step;
  }

  #stand(saving: SavingState, failure: RequestFailure | undefined): void {
    this.saving.value = saving;
    this.failure.value = failure ?? null;
  }
}
