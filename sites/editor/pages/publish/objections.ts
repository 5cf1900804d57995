import { html } from "hono/html";
import * as z from "zod/mini";
import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";

const { publish: words } = WORDS;

/** The plugins in a refusal's detail. Their texts are untrusted and shown as text. */
const detail = z.object({
  plugins: z.array(
    z.union([
      z.object({ plugin: z.string(), reasons: z.array(z.string()) }),
      z.object({ plugin: z.string(), unanswered: z.string() }),
    ]),
  ),
});

/** Explains which plugin prevents a publication, and that a stale list was reloaded. */
export function objections(refusal: Pick<Refusal, "code" | "detail"> | undefined): Html | string {
  if (!refusal) return "";
  if (refusal.code === "STALE_VERSION") return html`<p>${words.staleDraft}</p>`;
  const read = detail.safeParse(refusal.detail);
  return read.success ? html`<ul class="reasons">${read.data.plugins.map(objection)}</ul>` : "";
}

function objection(found: z.infer<typeof detail>["plugins"][number]): Html {
  const sentence = "reasons" in found ? words.veto : words.silent;
  const reasons = "reasons" in found ? found.reasons : [found.unanswered];
  return html`<li><p><bdi>${say(sentence, { plugin: found.plugin })}</bdi></p><ul>${reasons.map((reason) => html`<li><bdi>${reason}</bdi></li>`)}</ul></li>`;
}
