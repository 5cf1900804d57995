import { type Editor, anEditor, callApi, done } from "./apiClient.ts";
import { send } from "../site/harness.ts";
import { unescaped } from "./unescaped.ts";
import type { MediaView } from "../../../runtime/media/views.ts";

export const MEDIA = "/_editor/media";
export const FORMS = "/_editor/forms";
/** The page with a form's submissions, at a site made for this. */
export const INBOX = `${FORMS}/home.contact`;

export type Fields = Readonly<Record<string, string>>;
export type Headers = Readonly<Record<string, string | null>>;

/** Sends a page request or a form as a browser does. */
async function asBrowser(
  { site, cookie }: Pick<Editor, "site" | "cookie">,
  path: string,
  init: RequestInit,
  more: Headers = {},
): Promise<Response> {
  const headers = new Headers({
    cookie,
    accept: "text/html",
    "sec-fetch-site": "same-origin",
    ...(init.method === "POST" ? { origin: site.origin } : {}),
  });
  for (const [name, value] of Object.entries(more))
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  const request = new Request(`${site.origin}${path}`, { redirect: "manual", ...init });
  for (const [name, value] of request.headers) if (!headers.has(name) && !(name in more)) headers.set(name, value);
  return (await send(new Request(request, { headers }))).response;
}

export const open = (editor: Pick<Editor, "site" | "cookie">, path = MEDIA, more: Headers = {}): Promise<Response> =>
  asBrowser(editor, path, {}, more);

export const submit = (
  editor: Pick<Editor, "site" | "cookie">,
  path: string,
  fields: Fields,
  more: Headers = {},
): Promise<Response> => asBrowser(editor, path, { method: "POST", body: new URLSearchParams(fields) }, more);

/** A form with files in the browser's encoding, with its length. */
export async function submitFiles(
  editor: Pick<Editor, "site" | "cookie">,
  files: readonly File[],
  { key = crypto.randomUUID(), ...more }: { key?: string } & Headers = {},
  path = MEDIA,
): Promise<Response> {
  const form = new FormData();
  if (key !== "") form.append("key", key);
  for (const file of files) form.append("file", file, file.name);
  const whole = new Response(form);
  const body = await whole.arrayBuffer();
  const headers = {
    "content-type": whole.headers.get("content-type") ?? "",
    "content-length": String(body.byteLength),
    ...more,
  };
  return asBrowser(editor, path, { method: "POST", body }, headers);
}

/** The fields that a form would send, with the selected options. */
export function formOf(html: string, name: string): Record<string, string> {
  const text = new RegExp(`<form[^>]*data-form="${name}"[^>]*>(.*?)</form>`, "s").exec(html)?.[1];
  if (text === undefined) throw new Error(`no form ${name}`);
  const inputs = [...text.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)].map(([input, field = ""]) => [
    field,
    unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? ""),
  ]);
  const selects = [...text.matchAll(/<select[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, field = "", options = ""]) => [
      field,
      unescaped(/<option value="([^"]*)"(?! disabled)/.exec(options)?.[1] ?? ""),
    ],
  );
  return Object.fromEntries([...inputs, ...selects]) as Record<string, string>;
}

/** The markup of each submission on a page. */
export const cardsOf = (html: string): string[] =>
  [...html.matchAll(/<li id="s\d+".*?<\/article><\/li>/gs)].map(([card]) => card);

export function cardOf(html: string, id: number): string {
  const card = cardsOf(html).find((one) => one.startsWith(`<li id="s${id}"`));
  if (card === undefined) throw new Error(`no submission ${id}`);
  return card;
}

/** Searches submissions with the page's form. Answers the redirect. */
export async function searching<E extends Pick<Editor, "site" | "cookie">>(
  editor: E,
  fields: Fields,
  page = INBOX,
): Promise<{ readonly at: E; readonly path: string }> {
  const response = await submit(editor, page, { do: "search", ...fields });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const login = editor.cookie.split("; ").filter((cookie) => !cookie.startsWith("__Secure-svc_search="));
  return { at: { ...editor, cookie: [...login, ...cookies].join("; ") }, path: response.headers.get("location") ?? "" };
}

export async function pageOf(editor: Pick<Editor, "site" | "cookie">, path = MEDIA): Promise<string> {
  const html = await (await open(editor, path)).text();
  // A template takes any value, so an object in place of a text shows as this.
  if (html.includes("[object ")) throw new Error(`${path} shows a value that is no text`);
  return html;
}

export const aFile = async (editor: Editor, file: Uint8Array<ArrayBuffer>, name = "a.png"): Promise<MediaView> =>
  done<MediaView>(await callApi(editor, "POST", `/api/media?name=${encodeURIComponent(name)}`, { file }));

export const fileAt = ({ id }: Pick<MediaView, "id">): string => `${MEDIA}/${id}`;

const picture = { src: "/media/old.png", alt: "Old", width: 7, height: 5 };
export const GALLERY = {
  id: "shots",
  type: "drawbridge.showcase/gallery",
  variant: "grid",
  fields: { pictures: [{ image: picture }] },
};

/** A site with a gallery on its page of boats. */
export async function withGallery(role?: Parameters<typeof anEditor>[0]): Promise<Editor> {
  const editor = await anEditor(role);
  const body = { path: "/boats", title: "Boats", sections: [GALLERY] };
  await done(await callApi(editor, "POST", "/api/pages", { body: { id: "boats", body } }));
  return editor;
}

/** The draft's change counter and the media, which a refused form must not change. */
export async function stateOf(editor: Editor): Promise<unknown> {
  const [site, media] = [await callApi(editor, "GET", "/api/site"), await callApi(editor, "GET", "/api/media")];
  return [
    (await done<{ change: number; release: number }>(site)).change,
    (await done<{ items: unknown[] }>(media)).items,
  ];
}
