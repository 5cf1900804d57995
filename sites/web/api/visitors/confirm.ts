/** The pages behind the links of letters: a visitor confirms an address, or uses another link of a form. */
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { nameShape } from "../../../../manifests/shapes/shape.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { CONFIRMED } from "../../../../runtime/forms/drawInstead.ts";
import { seeOther, sorry } from "../../http/answers.ts";
import { readForm } from "../../intake/body.ts";
import type { Incoming } from "../pipeline/pipeline.ts";
import { headersOf } from "../pipeline/refusals.ts";
import { type AddressedForm, addressedForm, requireVisitorOrigin, visitorPageOf } from "./forms.ts";

const BOUNDS = { maxBytes: SMALL_BODY_MAX_BYTES, maxFields: 1, maxNameChars: CONFIRMED.length };

const secretIn = (request: Request): string => new URL(request.url).searchParams.get(CONFIRMED) ?? "";

/** A person sees each answer, so none is JSON. */
const shown =
  (answer: (incoming: Incoming) => Promise<Response>) =>
  (incoming: Incoming): Promise<Response> =>
    answer(incoming).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return sorry(error.code, headersOf(error));
    });

/** Draws the button. Programs that check letters open links, so this changes nothing. */
export const formConfirming = shown(async (incoming) => {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  const secret = secretIn(asked.request);
  return visitorPageOf(
    expectValue(await workspace.read("form.confirming", site, { form, secret })),
    asked.request.method,
  );
});

export const confirmForm = shown(async (incoming) => {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  requireVisitorOrigin(asked);
  const { request, requestId } = asked;
  const confirms = new Map(await readForm(request, BOUNDS)).get(CONFIRMED) ?? "";
  const outcome = expectValue(await workspace.submitForm(site, form, { confirms, requestId }));
  return outcome.kind === "page" ? visitorPageOf(outcome.answer, "POST") : seeOther(outcome.to);
});

/** Draws the button that ends a subscription. It changes nothing, too. */
export const formLeaving = shown(async (incoming) => {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  const secret = secretIn(asked.request);
  return visitorPageOf(expectValue(await workspace.read("form.leaving", site, { form, secret })), asked.request.method);
});

/** Ends a subscription. A mail program sends no origin, and whatever body it likes (RFC 8058). */
export const leaveForm = shown(async (incoming) => {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  requireVisitorOrigin(asked);
  const { request, requestId } = asked;
  const outcome = expectValue(await workspace.submitForm(site, form, { leaves: secretIn(request), requestId }));
  return outcome.kind === "page" ? visitorPageOf(outcome.answer, "POST") : seeOther(outcome.to);
});

/** The name of a link in an address. One of invalid form gets the same answer as an unknown one. */
function linkIn({ segments }: AddressedForm["asked"]): string {
  const link = nameShape.safeParse(segments["link"]);
  if (!link.success) throw new Refusal("NOT_FOUND");
  return link.data;
}

/** Draws the button of a link, or answers its file. It changes nothing, too. */
export const openFormLink = shown(async (incoming) => {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  const secret = secretIn(asked.request);
  const answer = await workspace.read("form.link", site, { form, link: linkIn(asked), secret });
  return visitorPageOf(expectValue(answer), asked.request.method);
});

export const pressFormLink = shown(async (incoming) => {
  const { asked, workspace, site, form } = await addressedForm(incoming);
  requireVisitorOrigin(asked);
  const secret = new Map(await readForm(asked.request, BOUNDS)).get(CONFIRMED) ?? "";
  const outcome = expectValue(await workspace.submitForm(site, form, { link: linkIn(asked), secret }));
  return outcome.kind === "page" ? visitorPageOf(outcome.answer, "POST") : seeOther(outcome.to);
});
