import type { SubmissionsView } from "../../../runtime/submissions/views.ts";
import { anEditor, callApi, aVisitor, done, publish, type Editor } from "../plugins/siteWithPlugin.ts";
import { mediaBucket, send, type Swap } from "../site/harness.ts";

/** A home page section with a form. */
export const formSection = (id: string, form: string, fields: object = {}) => ({
  id,
  type: "drawbridge.forms/form",
  fields: { form, ...fields },
});

export async function place(owner: Editor, sections: readonly object[]): Promise<void> {
  for (const section of sections) {
    const page = await callApi(owner, "GET", "/api/pages/home");
    await done(
      await callApi(owner, "POST", "/api/pages/home/sections", {
        ifMatch: page.headers.get("etag"),
        body: { section },
      }),
    );
  }
  await publish(owner, `With ${sections.length} forms`);
}

/** A new site with the published form `home.contact` on its home page. */
export async function aSiteWithForm(form = "drawbridge.forms/contact", fields: object = {}): Promise<Editor> {
  const owner = await anEditor();
  await place(owner, [formSection("contact", form, fields)]);
  return owner;
}

export interface Posted {
  /** The form's fields. A list is sent as repeated fields. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly form?: string;
  readonly visitor?: string;
  /** True if the browser navigates to the answer. */
  readonly page?: boolean;
  readonly swap?: Swap;
}

export const MESSAGE = { name: "Robin Ferry", email: "robin@example.com", message: "Is the slip free in May?" };

const encoded = (fields: NonNullable<Posted["fields"]>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  ).toString();

/** Sends a form, by default as a browser without script does. */
export async function post({ site }: Pick<Editor, "site">, sent: Posted = {}): Promise<Response> {
  const { form = "home.contact", page = sent.json === undefined, visitor = aVisitor() } = sent;
  const body = sent.body ?? (sent.json === undefined ? encoded(sent.fields ?? MESSAGE) : JSON.stringify(sent.json));
  const own = {
    "cf-connecting-ip": visitor,
    origin: site.origin,
    ...(page
      ? { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" }
      : { accept: "*/*" }),
    ...(typeof body === "string"
      ? { "content-type": sent.json === undefined ? "application/x-www-form-urlencoded" : "application/json" }
      : {}),
    ...sent.headers,
  };
  const headers = new Headers(Object.entries(own).filter((pair): pair is [string, string] => pair[1] !== null));
  const { response } = await send(
    new Request(`${site.origin}/api/forms/${form}`, { method: "POST", headers, body, redirect: "manual" }),
    sent.swap,
  );
  return response;
}

type Sent = Readonly<Record<string, string | File | readonly (string | File)[]>>;

/** The encoding of a form with file fields. */
export function withFiles(fields: Sent): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return body;
}

export const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string): File =>
  new File([bytes], name, { type });

/** A file field without a chosen file. */
export const NO_FILE = new File([], "", { type: "application/octet-stream" });

export const APPLICATION = {
  name: "Robin Ferry",
  email: "robin@example.com",
  letter: "I sweep well.",
  consent: "true",
};

/** Keys in a tenant's quarantine. */
export const quarantined = async ({ site }: Pick<Editor, "site">): Promise<string[]> =>
  (await mediaBucket.list({ prefix: `${site.name}/quarantine/` })).objects.map(({ key }) =>
    key.slice(site.name.length + 1),
  );

export const submissions = async (owner: Editor, form = "home.contact", query = ""): Promise<SubmissionsView> =>
  done<SubmissionsView>(await callApi(owner, "GET", `/api/forms/${form}/submissions${query}`));

/** The submissions whose answers contain a text. */
export const found = async (owner: Editor, sought: object, form = "home.contact"): Promise<SubmissionsView> =>
  done<SubmissionsView>(
    await callApi(owner, "POST", `/api/forms/${form}/submissions/search`, { body: sought, key: null }),
  );

export const answers = async (owner: Editor, form?: string): Promise<unknown[]> =>
  (await submissions(owner, form)).items.map(({ fields }) => fields);

/** The values on a returned page, as the browser would send them. */
export const fieldsIn = (html: string): Record<string, string> =>
  Object.fromEntries([...inputsIn(html), ...textsIn(html), ...choicesIn(html)]);

const inputsIn = (html: string): [string, string][] =>
  [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const of = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const isOff = /^(?:checkbox|radio)$/.test(of("type") ?? "") && !/ checked/.test(tag);
    const name = of("name");
    return name === undefined || isOff ? [] : [[name, plain(of("value") ?? "")]];
  });

const textsIn = (html: string): [string, string][] =>
  [...html.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>\n?([^<]*)<\/textarea>/g)].map(([, name = "", text = ""]) => [
    name,
    plain(text),
  ]);

const choicesIn = (html: string): [string, string][] =>
  [...html.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].map(([, name = "", inside = ""]) => [
    name,
    plain(/value="([^"]*)" selected/.exec(inside)?.[1] ?? ""),
  ]);

const plain = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

export type { Editor };
export { anEditor, callApi, aVisitor, done, publish };
