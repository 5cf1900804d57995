/** Draws form fields. A refused form shows its input again, with the faulty fields marked. */
import { html } from "hono/html";
import type { FormFailure } from "../desk/failure.ts";
import type { Html } from "./html.ts";

export interface FieldOptions {
  readonly help?: Html | string;
  readonly required?: boolean;
  readonly max?: number;
  readonly type?: "text" | "date" | "email" | "tel" | "color" | "datetime-local" | "time" | "search" | "url";
  readonly lines?: number;
  /** The id of a list of suggestions. */
  readonly list?: string;
  /** The theme token of the field, for the script that previews it. */
  readonly token?: string;
  /** The id of an element in which a script repeats the typed text. */
  readonly shownIn?: string;
}

export type SelectOption = readonly [value: string, words: string];

/** The fields of one form on a page. */
export class DrawnFields {
  readonly #form: string;
  readonly #failure: FormFailure | undefined;
  readonly #pointers: Readonly<Record<string, string>>;
  readonly #of: string;

  /**
   * `pointers` maps fields to the API's input if that is not `/<name>`. `of` distinguishes forms of one name on a page.
   */
  constructor(
    form: string,
    failure: FormFailure | undefined,
    pointers: Readonly<Record<string, string>> = {},
    of = "",
  ) {
    this.#form = form;
    this.#failure = failure?.form === form ? failure : undefined;
    this.#pointers = pointers;
    this.#of = of === "" ? "" : `-${of}`;
  }

  /** The typed value after a refusal, or else the stored one. */
  value(name: string, stored: string): string {
    return this.#failure?.typed.get(name) ?? stored;
  }

  isChecked(name: string, stored: boolean): boolean {
    return this.#failure ? this.#failure.typed.get(name) === "true" : stored;
  }

  text(name: string, label: string, stored: string, options: FieldOptions = {}): Html {
    const { help = "", required = false, max, type = "text", lines, list, shownIn, token } = options;
    const id = this.#id(name);
    const common = html` id="${id}" name="${name}"${required ? " required" : ""}${max === undefined ? "" : html` maxlength="${max}"`} dir="auto"${this.#marks(name, help)}${shownIn === undefined ? "" : html` data-shown-in="${shownIn}"`}${token === undefined ? "" : html` data-token="${token}"`}`;
    const value = this.value(name, stored);
    const field =
      lines === undefined
        ? html`<input type="${type}"${common} value="${value}"${list === undefined ? "" : html` list="${list}"`}>`
        : html`<textarea${common} rows="${lines}">${value}</textarea>`;
    return html`<p class="field"><label for="${id}">${label}</label> ${field}${this.#help(name, help)}</p>`;
  }

  choice(
    name: string,
    label: string,
    stored: string,
    choices: readonly SelectOption[],
    help: Html | string = "",
  ): Html {
    const id = this.#id(name);
    const value = this.value(name, stored);
    const options = choices.map(
      ([one, words]) => html`<option value="${one}"${one === value ? " selected" : ""}>${words}</option>`,
    );
    return html`<p class="field"><label for="${id}">${label}</label> <select id="${id}" name="${name}"${this.#marks(name, help)}>${options}</select>${this.#help(name, help)}</p>`;
  }

  tick(name: string, label: string, stored: boolean, help: Html | string = ""): Html {
    const id = this.#id(name);
    return html`<p class="tick"><input type="checkbox" id="${id}" name="${name}" value="true"${this.isChecked(name, stored) ? " checked" : ""}${this.#marks(name, help)}> <label for="${id}">${label}</label>${this.#help(name, help)}</p>`;
  }

  #id(name: string): string {
    return `${this.#form}${this.#of}-${name}`;
  }

  #help(name: string, help: Html | string): Html | string {
    return help === "" ? "" : html` <span class="help" id="${this.#id(name)}-help">${help}</span>`;
  }

  #marks(name: string, help: Html | string): Html {
    const described = help === "" ? "" : html` aria-describedby="${this.#id(name)}-help"`;
    return html`${this.#isWrong(name) ? html` aria-invalid="true"` : ""}${described}`;
  }

  #isWrong(name: string): boolean {
    const pointer = this.#pointers[name] ?? `/${name}`;
    const issues = this.#failure?.refusal.detail.issues ?? [];
    return issues.some(({ pointer: at }) => at === pointer || at.startsWith(`${pointer}/`));
  }
}

/** The list of suggestions to which a field's `list` refers. Browsers search in values and names. */
export const drawnSuggestions = (id: string, suggested: readonly SelectOption[]): Html =>
  html`<datalist id="${id}">${suggested.map(([value, name]) => html`<option value="${value}" label="${name}"></option>`)}</datalist>`;
