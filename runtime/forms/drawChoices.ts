/** Renders the choices of a field: those of its schema, or those that the section's data have. */
import { FORM_CHOICES_MAX } from "../../manifests/bounds/forms.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import type { FormField } from "./model.ts";

export interface OfferedChoice {
  readonly value: string;
  readonly title: string;
  /** The title of the choices that stand together. */
  readonly group: string | undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function choiceOf(value: unknown): OfferedChoice[] {
  if (!isObject(value) || !isText(value["value"]) || !isText(value["title"])) return [];
  return [{ value: value["value"], title: value["title"], group: isText(value["group"]) ? value["group"] : undefined }];
}

/** The choices of a field. Data of another form than the documented one have none. */
export function choicesIn({ choices, choicesFrom }: FormField, data: unknown): OfferedChoice[] {
  if (choicesFrom === undefined) return choices.map((choice) => ({ ...choice, group: undefined }));
  const list = isObject(data) && Object.hasOwn(data, choicesFrom) ? data[choicesFrom] : undefined;
  return Array.isArray(list) ? list.slice(0, FORM_CHOICES_MAX).flatMap(choiceOf) : [];
}

interface Marked extends OfferedChoice {
  readonly id: string;
}

interface Group {
  readonly title: string | undefined;
  readonly choices: Marked[];
}

/** Neighbours of one group, in their order. */
function groupsOf(choices: readonly Marked[]): Group[] {
  const groups: Group[] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last && last.title === choice.group) last.choices.push(choice);
    else groups.push({ title: choice.group, choices: [choice] });
  }
  return groups;
}

export interface DrawnSet {
  readonly id: string;
  readonly field: FormField;
  readonly choices: readonly OfferedChoice[];
  readonly chosen: readonly unknown[];
}

function drawnChoice({ field, chosen }: DrawnSet, { id, value, title }: Marked, isGrouped: boolean): string {
  const input = attributes({
    type: field.kind === "radio" ? "radio" : "checkbox",
    id,
    name: field.name,
    value,
    checked: chosen.includes(value),
    // A browser cannot lead a visitor to a field in a closed group, so the site alone checks it there.
    required: field.required && field.kind === "radio" && !isGrouped,
  });
  return `<label class="form-choice"><input${input}> <span>${escapeHtml(title)}</span></label>`;
}

/** The choices of a set, in groups that open and close without script. The first stands open, or the one with the answer. */
export function drawnChoices(set: DrawnSet): string {
  const marked = set.choices.map((choice, at): Marked => ({ ...choice, id: at === 0 ? set.id : `${set.id}-${at}` }));
  const groups = groupsOf(marked);
  const answered = groups.findIndex(({ choices }) => choices.some(({ value }) => set.chosen.includes(value)));
  return groups
    .map(({ title, choices }, at) => {
      const drawn = choices.map((choice) => drawnChoice(set, choice, title !== undefined)).join("\n");
      if (title === undefined) return drawn;
      const open = attributes({ class: "form-group", name: `${set.id}-group`, open: at === Math.max(0, answered) });
      return `<details${open}><summary>${escapeHtml(title)}</summary><div class="form-group-choices">\n${drawn}\n</div></details>`;
    })
    .join("\n");
}
