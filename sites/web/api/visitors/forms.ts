/**
 * Receives visitors' forms at `/api/forms/{form}`. This worker determines the site, the sender and the body; the
 * workspace knows the form's fields. Browsers get a page, and other clients get JSON.
 */
import {
  FORM_BODY_MAX_BYTES,
  FORM_NAME_MAX_CHARS,
  FORM_POST_MAX_BYTES,
  FORM_VALUES_MAX,
} from "../../../../manifests/bounds/forms.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { FormPost } from "../../../../runtime/submissions/formApi.ts";
import { formIdShape } from "../../../../runtime/forms/formIdShape.ts";
import type { PublishedAnswer } from "../../../../runtime/serving/publishedAnswer.ts";
import { json, seeOther, sorry } from "../../http/answers.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { tooManyBytes } from "../../../requests/bytes.ts";
import { FORM_TYPE, readForm, readJson, requirePlain } from "../../intake/body.ts";
import { isNavigation, wantsPage } from "./browser.ts";
import { visitorOrigin } from "../../http/visitorOrigin.ts";
import type { ApiRequest } from "../request/call.ts";
import { makeChallenge, withoutAnswer } from "./challenge.ts";
import { readFormWithFiles } from "./formFiles.ts";
import { boundaryOf, malformedBody } from "../request/multipart.ts";
import { locate, type Incoming } from "../pipeline/pipeline.ts";
import { headersOf } from "../pipeline/refusals.ts";
import { type Workspace, PUBLIC } from "../../powers/powers.ts";

const BOUNDS = { maxBytes: FORM_BODY_MAX_BYTES, maxFields: FORM_VALUES_MAX, maxNameChars: FORM_NAME_MAX_CHARS };

export interface AddressedForm {
  readonly asked: ApiRequest;
  readonly site: string;
  readonly form: string;
  readonly workspace: Workspace;
}

export async function postForm(incoming: Incoming): Promise<Response> {
  if (!wantsPage(incoming.request)) return receive(await addressedForm(incoming));
  try {
    return await receive(await addressedForm(incoming));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A person sees this answer, so it is no JSON.
    return sorry(error.code, headersOf(error));
  }
}

/** Answers a form's token, for pages with a script and for programs. */
export async function formToken(incoming: Incoming): Promise<Response> {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  requireVisitorOrigin(asked);
  return json(200, expectValue(await workspace.read("form.token", site, { form })));
}

/** The page of a form after it was sent. */
export async function formSent(incoming: Incoming): Promise<Response> {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  return visitorPageOf(expectValue(await workspace.read("form.sent", site, { form })), asked.request.method);
}

/** An id of invalid form gets the same answer as an unknown id. */
export async function addressedForm(incoming: Incoming): Promise<AddressedForm> {
  const asked = await locate(incoming);
  const {
    segments,
    env,
    place: { route },
  } = asked;
  const form = formIdShape.safeParse(segments["form"]);
  if (!form.success) throw new Refusal("NOT_FOUND");
  return { asked, site: route.site, form: form.data, workspace: env.WORKSPACES.of(route, PUBLIC) };
}

async function receive(addressed: AddressedForm): Promise<Response> {
  const { asked, site, form, workspace } = addressed;
  requireVisitorOrigin(asked);
  const outcome = expectValue(await workspace.submitForm(site, form, await readPost(addressed)));
  if (outcome.kind === "page") return visitorPageOf(outcome.answer, "POST");
  return wantsPage(asked.request) ? seeOther(outcome.to) : json(201, { message: outcome.message, next: outcome.to });
}

/**
 * Refuses pages of other sites, which could make a visitor's browser send. Programs may send, because no login is
 * involved.
 */
export function requireVisitorOrigin({ request, place }: ApiRequest): void {
  if (visitorOrigin(request.headers, place.origin) === "other")
    throw new Refusal("ORIGIN_MISMATCH", { allowed: place.origin });
}

async function readPost(addressed: AddressedForm): Promise<FormPost> {
  const { asked } = addressed;
  const { request, env, requestId } = asked;
  const client = await clientDigest(env, "form-visitor", request.headers);
  const { files, ...sent } = await readBody(addressed, client);
  const { body, answer } = withoutAnswer(sent.body);
  return {
    body,
    challenge: await makeChallenge(answer, asked),
    wantsPage: wantsPage(request),
    keepsFiles: !isNavigation(request),
    requestId,
    client,
    files,
  };
}

async function readBody(addressed: AddressedForm, client: string): Promise<Pick<FormPost, "body" | "files">> {
  const { request } = addressed.asked;
  const boundary = boundaryOf(request);
  if (boundary !== undefined) return readParts(addressed, boundary, client);
  if (FORM_TYPE.test(request.headers.get("content-type") ?? ""))
    return { body: { kind: "fields", fields: await readForm(request, BOUNDS) }, files: null };
  return { body: { kind: "json", value: (await readJson(request, FORM_BODY_MAX_BYTES)).value }, files: null };
}

async function readParts(
  { asked: { request, env, place }, site, form, workspace }: AddressedForm,
  boundary: string,
  client: string,
): Promise<Pick<FormPost, "body" | "files">> {
  requirePlain(request);
  const bytes = announcedBy(request.headers);
  if (bytes !== null && bytes > FORM_POST_MAX_BYTES) throw tooManyBytes(FORM_POST_MAX_BYTES);
  const { fields, files } = await readFormWithFiles(request.body, boundary, {
    bucket: env.MEDIA.of(place.route, PUBLIC),
    begin: async () => expectValue(await workspace.beginFormFiles(site, form, { client, bytes })),
    abandon: (post) => workspace.abandonFormFiles(post),
  });
  return { body: { kind: "fields", fields }, files };
}

/**
 * The announced length in bytes; null if unknown. The workspace reserves that many bytes, so an invalid value is
 * refused.
 */
function announcedBy(headers: Headers): number | null {
  const length = headers.get("content-length");
  if (length === null || headers.has("transfer-encoding")) return null;
  if (!/^[0-9]+$/.test(length)) throw malformedBody("a Content-Length that is not a number", "a number of bytes");
  return Number(length);
}

export const visitorPageOf = ({ status, headers, body }: PublishedAnswer, method: string): Response =>
  new Response(method === "HEAD" ? null : body, { status, headers });
