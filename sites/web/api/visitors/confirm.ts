/** The page behind the link of a letter, on which a visitor confirms an address. */
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { CONFIRMED } from "../../../../runtime/forms/draw.ts";
import { seeOther, sorry } from "../../http/answers.ts";
import { readForm } from "../../intake/body.ts";
import type { Incoming } from "../pipeline/pipeline.ts";
import { headersOf } from "../pipeline/refusals.ts";
import { addressedForm, requireVisitorOrigin, visitorPageOf } from "./forms.ts";

const BOUNDS = { maxBytes: SMALL_BODY_MAX_BYTES, maxFields: 1, maxNameChars: CONFIRMED.length };

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
  const secret = new URL(asked.request.url).searchParams.get(CONFIRMED) ?? "";
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
