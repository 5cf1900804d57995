/**
 * Where visitors send forms: `/api/forms/{form}`. This worker finds out whose site it is, who sends and what; what the
 * form asks is known to the workspace. A browser is answered with a page, whether it goes there or a script shows it;
 * everybody else with JSON.
 */
import { FORM_BODY_MAX_BYTES, FORM_NAME_MAX_CHARS, FORM_POST_MAX_BYTES, FORM_VALUES_MAX } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { expectValue } from "../../../runtime/answer.ts";
import type { FormPost } from "../../../runtime/forms/formApi.ts";
import { formIdShape } from "../../../runtime/forms/views.ts";
import type { PublishedAnswer } from "../../../runtime/publishedAnswer.ts";
import { json, seeOther, sorry } from "../answers.ts";
import { clientDigest } from "../../shared/login/clientDigest.ts";
import type { Workspace } from "../env.ts";
import { workspaceOf } from "../env.ts";
import { tooLarge } from "../../shared/bytes.ts";
import { FORM_TYPE, readForm, readJson, requirePlain } from "./body.ts";
import { isNavigation, originOf, wantsPage } from "./browser.ts";
import type { Asked } from "./call.ts";
import { challengeOf, withoutAnswer } from "./challenge.ts";
import { readFormWithFiles } from "./formFiles.ts";
import { boundaryOf, malformed } from "./multipart.ts";
import { locate } from "./pipeline.ts";
import type { Incoming } from "./pipeline.ts";
import { headersOf } from "./refusals.ts";

const BOUNDS = { maxBytes: FORM_BODY_MAX_BYTES, maxFields: FORM_VALUES_MAX, maxNameChars: FORM_NAME_MAX_CHARS };

interface Addressed {
  readonly asked: Asked;
  readonly site: string;
  readonly form: string;
  readonly workspace: Workspace;
}

export async function postForm(incoming: Incoming): Promise<Response> {
  if (!wantsPage(incoming.request)) return receive(await address(incoming));
  try {
    return await receive(await address(incoming));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Whoever sent this looks at what comes back, and can do nothing with JSON.
    return sorry(error.code, headersOf(error));
  }
}

/** For pages with a script and for programs: a token that a form can be sent with. */
export async function formToken(incoming: Incoming): Promise<Response> {
  const { asked, workspace, site, form } = await address(incoming);
  requireOrigin(asked);
  return json(200, expectValue(await workspace.read("form.token", site, { form })));
}

/** The page of a form after it was sent. */
export async function formSent(incoming: Incoming): Promise<Response> {
  const { asked, workspace, site, form } = await address(incoming);
  return pageOf(expectValue(await workspace.read("form.sent", site, { form })), asked.request.method);
}

/** An id that nothing can have looks like one that nothing has. */
async function address(incoming: Incoming): Promise<Addressed> {
  const asked = await locate(incoming);
  const { segments, env, place: { route } } = asked;
  const form = formIdShape.safeParse(segments["form"]);
  if (!form.success) throw new Refusal("NOT_FOUND");
  return { asked, site: route.site, form: form.data, workspace: workspaceOf(env, route.tenant) };
}

async function receive(addressed: Addressed): Promise<Response> {
  const { asked, site, form, workspace } = addressed;
  requireOrigin(asked);
  const outcome = expectValue(await workspace.submitForm(site, form, await readPost(addressed)));
  if (outcome.kind === "page") return pageOf(outcome.answer, "POST");
  return wantsPage(asked.request) ? seeOther(outcome.to) : json(201, { message: outcome.message, next: outcome.to });
}

/** Nobody is logged in here, so programs may send; pages of other sites may not make visitors send something. */
function requireOrigin({ request, place }: Asked): void {
  if (originOf(request.headers, place.origin) === "other") throw new Refusal("ORIGIN_MISMATCH", { allowed: place.origin });
}

async function readPost(addressed: Addressed): Promise<FormPost> {
  const { asked } = addressed;
  const { request, env, requestId } = asked;
  const client = await clientDigest(env, "form-visitor", request.headers);
  const { files, ...sent } = await readBody(addressed, client);
  const { body, answer } = withoutAnswer(sent.body);
  return { body, challenge: await challengeOf(answer, asked), wantsPage: wantsPage(request), keepsFiles: !isNavigation(request), requestId, client, files };
}

async function readBody(addressed: Addressed, client: string): Promise<Pick<FormPost, "body" | "files">> {
  const { request } = addressed.asked;
  const boundary = boundaryOf(request);
  if (boundary !== undefined) return readParts(addressed, boundary, client);
  if (FORM_TYPE.test(request.headers.get("content-type") ?? "")) return { body: { kind: "fields", fields: await readForm(request, BOUNDS) }, files: null };
  return { body: { kind: "json", value: (await readJson(request, FORM_BODY_MAX_BYTES)).value }, files: null };
}

async function readParts({ asked: { request, env }, site, form, workspace }: Addressed, boundary: string, client: string): Promise<Pick<FormPost, "body" | "files">> {
  requirePlain(request);
  const bytes = announcedBy(request.headers);
  if (bytes !== null && bytes > FORM_POST_MAX_BYTES) throw tooLarge(FORM_POST_MAX_BYTES);
  const { fields, files } = await readFormWithFiles(request.body, boundary, {
    bucket: env.MEDIA,
    begin: async () => expectValue(await workspace.beginFormFiles(site, form, { client, bytes })),
    abandon: (post) => workspace.abandonFormFiles(post),
  });
  return { body: { kind: "fields", fields }, files };
}

/** Room is taken for as many, so what is no number of bytes must not count as one. */
function announcedBy(headers: Headers): number | null {
  const length = headers.get("content-length");
  if (length === null || headers.has("transfer-encoding")) return null;
  if (!/^[0-9]+$/.test(length)) throw malformed("a length that is none", "a number of bytes");
  return Number(length);
}

const pageOf = ({ status, headers, body }: PublishedAnswer, method: string): Response =>
  new Response(method === "HEAD" ? null : body, { status, headers });
