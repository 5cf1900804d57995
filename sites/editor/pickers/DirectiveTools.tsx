import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { DIRECTIVE_VALUES_MAX_CHARS, DIRECTIVE_WORDS_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { blockIn, markIn, writtenDirective } from "../../../runtime/rendering/dialect/directives.ts";
import { say } from "../../words/shape/say.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import type { DirectiveView, FieldServices } from "../api/fieldServices.ts";
import { Dialog } from "../drawing/Dialog.tsx";
import type { RichCommands, RichState } from "../rich/model/rich.ts";

type Values = Record<string, unknown>;

/** A directive that a member fills in. */
export interface Filled {
  readonly offer: DirectiveView;
  readonly values: Values;
  readonly inside: string;
}

/** The offer of the selected directive, filled in as it is written. */
function selectedOf(source: string | null, offers: readonly DirectiveView[]): Filled | undefined {
  const mark = source === null ? undefined : markIn(source);
  const offer = offers.find(({ directive }) => directive === mark?.name);
  return mark && offer && { offer, values: typedBy(offer, mark.values), inside: mark.words };
}

/** The values of the form: numbers and choices are written as texts. */
function typedBy({ fields }: DirectiveView, values: Readonly<Record<string, string>>): Values {
  const properties = (fields["properties"] ?? {}) as Readonly<Record<string, { readonly type?: unknown }>>;
  const typed = (name: string, text: string): unknown => {
    const type = properties[name]?.type;
    if (type === "boolean") return text === "true";
    return type === "number" || type === "integer" ? Number(text) : text;
  };
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, typed(name, text)]));
}

/** A form of fields. Forms have formatted texts in them, so this file cannot import one. */
export type DirectiveForm = ComponentType<{
  readonly schema: JsonSchema;
  readonly values: JsonSchema;
  readonly issues: readonly Issue[];
  readonly onChange: (name: string, value: unknown) => void;
  readonly services: FieldServices;
  readonly words: FieldWords;
}>;

export interface DirectiveToolsProps {
  readonly state: RichState;
  readonly commands: RichCommands;
  readonly words: FieldWords;
  readonly services: FieldServices;
  readonly Form: DirectiveForm;
}

/** The directives that plugins of the site offer. Empty until the site has answered. */
export function useOffers(services: FieldServices): readonly DirectiveView[] {
  const [offers, setOffers] = useState<readonly DirectiveView[]>([]);
  useEffect(() => void services.directives().then(setOffers), []);
  return offers;
}

/** An offer, filled in as its plugin shows it. */
export const filledOf = (offer: DirectiveView): Filled => ({
  offer,
  values: { ...offer.example.fields },
  inside: offer.example.content,
});

/** The directives that plugins offer for a formatted text. Nothing on a site without any. */
export function DirectiveTools(props: DirectiveToolsProps): JSX.Element | null {
  const { state, commands, words, services } = props;
  const offers = useOffers(services);
  const [filled, fill] = useState<Filled | null>(null);
  if (offers.length === 0) return null;
  const selected = selectedOf(state.directive, offers);
  const begin = (name: string): void => {
    const offer = offers.find(({ directive }) => directive === name);
    if (offer) fill(filledOf(offer));
  };
  return (
    <>
      <select aria-label={words.rich.insert} value="" onChange={({ currentTarget }) => begin(currentTarget.value)}>
        <option value="">{words.rich.insert}</option>
        {offers.map(({ directive, title }) => (
          <option key={directive} value={directive}>
            {title}
          </option>
        ))}
      </select>
      {selected && (
        <button type="button" class="quiet" onClick={() => fill(selected)}>
          {say(words.rich.change, { title: selected.offer.title })}
        </button>
      )}
      {filled && (
        <DirectiveDialog
          {...props}
          filled={filled}
          onChange={fill}
          onDone={(markdown) => {
            fill(null);
            if (markdown !== null) commands.insert(markdown);
          }}
        />
      )}
    </>
  );
}

interface DialogProps extends Pick<DirectiveToolsProps, "words" | "services" | "Form"> {
  readonly filled: Filled;
  readonly onChange: (filled: Filled) => void;
  /** Reports the Markdown of the directive; null if the member changed nothing. */
  readonly onDone: (markdown: string | null) => void;
}

/** Brackets in the words of a mark would end it. */
const inBrackets = (words: string): string => words.replaceAll(/[\r\n]+/g, " ").replaceAll(/[[\]\\]/g, "\\$&");

function markdownOf({ offer: { directive: name, as }, values, inside }: Filled): string {
  const texts = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined);
  return writtenDirective(
    { name, values: Object.fromEntries(texts.map(([key, value]) => [key, String(value)])) },
    as,
    inside,
  );
}

/** Tells whether a reader finds the directive as a whole. Too long words, for example, would make it plain text. */
function isReadable(filled: Filled): boolean {
  const written = markdownOf(filled);
  const [line = ""] = written.split("\n", 1);
  return filled.offer.as === "mark" ? markIn(written)?.source === written : blockIn(line)?.source === line;
}

/** The characters of the values between the braces. */
function valuesLength(filled: Filled): number {
  const length = (values: Values): number => markdownOf({ ...filled, values, inside: "x" }).length;
  return Math.max(0, length(filled.values) - length({}) - "{}".length);
}

interface LengthProps {
  readonly n: number;
  readonly most: number;
  readonly words: FieldWords;
}

/** The number of characters beside their limit, once half of them are used. */
const Length = ({ n, most, words }: LengthProps): JSX.Element | null =>
  n * 2 < most ? null : (
    <span class={n > most ? "counter is-over" : "counter"}>
      {say(n > most ? words.tooLong : words.length, { n, most })}
    </span>
  );

export function DirectiveDialog({ filled, words, services, Form, onChange, onDone }: DialogProps): JSX.Element {
  const { offer, values, inside } = filled;
  const issues = validateFields(offer.fields, values);
  const reason = issues.length > 0 ? words.rich.unfit : isReadable(filled) ? "" : words.rich.unreadable;
  const put = (name: string, value: unknown): void => {
    const { [name]: _, ...rest } = values;
    onChange({ ...filled, values: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    // The toolbar keeps the text's selection by taking no focus, but a form needs it.
    <div onMouseDown={(event) => event.stopPropagation()}>
      <Dialog title={offer.title} look="picker" onClose={() => onDone(null)}>
        <p class="note">
          <bdi>{offer.description}</bdi>
        </p>
        <form
          class="directive-form"
          onSubmit={(event) => {
            event.preventDefault();
            onDone(markdownOf(filled));
          }}
        >
          {offer.as === "mark" && (
            <label class="search">
              <span>{words.rich.words}</span>
              <input
                type="text"
                value={inside.replaceAll(/\\([[\]\\])/g, "$1")}
                onInput={({ currentTarget }) => onChange({ ...filled, inside: inBrackets(currentTarget.value) })}
              />
              <Length n={inside.length} most={DIRECTIVE_WORDS_MAX_CHARS} words={words} />
            </label>
          )}
          <Form
            schema={offer.fields}
            values={values}
            issues={issues}
            services={services}
            words={words}
            onChange={put}
          />
          <Length n={valuesLength(filled)} most={DIRECTIVE_VALUES_MAX_CHARS} words={words} />
          <p class="fault" role="status">
            {reason}
          </p>
          <div class="buttons">
            <button type="submit" disabled={reason !== ""}>
              {words.rich.insert}
            </button>
            <button type="button" class="quiet" onClick={() => onDone(null)}>
              {words.link.cancel}
            </button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
