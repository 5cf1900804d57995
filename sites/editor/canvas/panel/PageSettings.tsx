import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { sameJson } from "../../../../runtime/editing/operations/sameJson.ts";
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import { validateFields } from "../../../../manifests/fields/fields.ts";
import { CANVAS, PAGES } from "../../document/words.ts";
import { fieldServices } from "../../api/fieldServices.ts";
import { FieldForm } from "../../fields/FieldForm.tsx";
import { pageSettingsAddress } from "../studio/address.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { memberSchema } from "../page/memberSchema.ts";
import type { Studio } from "../studio/studio.ts";
import { useActions } from "../actions/useActions.ts";
import { ClashList } from "./ClashList.tsx";
import { useWantedField } from "./wantedField.ts";

interface Props {
  readonly studio: Studio;
}

type Values = Readonly<Record<string, unknown>>;

/** The page as a search engine would show it. */
const Snippet = ({ page: { title, path, description } }: { readonly page: Page }): JSX.Element => (
  <section class="snippet" aria-label={PAGES.inSearch}>
    <p class="snippet-path">{location.host + path}</p>
    <p class="snippet-title">
      <bdi>{title}</bdi>
    </p>
    <p class="note">
      <bdi>{description ?? PAGES.noDescription}</bdi>
    </p>
  </section>
);

/**
 * The form with the page's settings for search engines and other sites. A value that the site would refuse stays in the
 * form until the member corrects it.
 */
export function PageSettings({ studio }: Props): JSX.Element {
  const { editor, client } = studio;
  const page = editor.body.value;
  const wrong = editor.wrong.value;
  const services = useMemo(() => fieldServices(client), [client]);
  const schema = useMemo(() => memberSchema(page), [page.date]);
  const { sections: _, ...members } = page;

  const write = (name: string, value: unknown = null): void => {
    const given: Values = { ...members, [name]: value ?? undefined };
    const isWrong = validateFields(schema, onlyListed(schema, given)).some(
      ({ pointer }) => decodePointer(pointer)[0] === name,
    );
    const { [name]: __, ...rest } = wrong;
    editor.wrong.value = isWrong ? { ...rest, [name]: value } : rest;
    const was = (members as Values)[name] ?? null;
    if (isWrong || sameJson(was, value)) return;
    editor.act({
      operations: [{ op: "page", changes: { [name]: value }, was: { [name]: was } }],
      name: CANVAS.act.page,
      group: `page ${name}`,
    });
  };

  const offered = useActions(studio, null);
  const address = pageSettingsAddress(editor.id);
  const form = useRef<HTMLDivElement>(null);
  useWantedField(studio, form);
  return (
    <div class="page-settings" ref={form}>
      <h2>{PAGES.about}</h2>
      <ClashList studio={studio} section={null} fields={schema} />
      {editor.isPageless ? <p class="note">{PAGES.pageless}</p> : <Snippet page={page} />}
      <FieldForm
        schema={schema}
        values={onlyListed(schema, { ...members, ...wrong })}
        issues={[]}
        services={services}
        onChange={write}
      />
      {offered.map(({ word, run }) => (
        <p key={word}>
          <button type="button" onClick={run}>
            {word}
          </button>
        </p>
      ))}
      <p>
        <a
          href={address}
          onClick={(event) => {
            event.preventDefault();
            void leaveFor(studio, address);
          }}
        >
          {CANVAS.panel.pageMore}
        </a>
      </p>
    </div>
  );
}

/** Keeps only members that the form shows; the path, for example, is not among them. */
const onlyListed = (schema: Values, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(schema["properties"] as object, name) && value !== undefined,
    ),
  );
