/** Ends subscriptions. The link of a letter is the only proof, and it works whatever became of the plugin and its form. */
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Documents } from "../documents/documents.ts";
import { type LeavingState, drawLeaving } from "../forms/drawInstead.ts";
import { messagesFor } from "../forms/messages.ts";
import { isRightToLeft } from "../rendering/languages/direction.ts";
import type { Powers } from "../powers/powers.ts";
import type { Published } from "../serving/published.ts";
import { type PublishedAnswer, visitorPage } from "../serving/publishedAnswer.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Confirmation, FormConfirmations } from "./confirmations.ts";
import type { LeavingPost } from "./formApi.ts";
import type { Submissions } from "./submissions.ts";

export interface LeavingParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly documents: Documents;
  readonly published: Published;
  readonly submissions: Submissions;
  readonly formConfirmations: FormConfirmations;
  readonly outbox: Outbox;
}

export class FormLeaving {
  readonly #parts: LeavingParts;

  constructor(parts: LeavingParts) {
    this.#parts = parts;
  }

  /** The page of the link. Programs open links, so this changes nothing. */
  async open(site: string, form: string, secret: string): Promise<PublishedAnswer> {
    const found = this.#subscription(site, form, secret);
    return found
      ? this.#page(site, form, { kind: "leaving", secret }, 200, found.language)
      : this.#page(site, form, { kind: "gone" }, 410);
  }

  /** The button of that page, or of a mail program (RFC 8058). All that is kept of the subscription is deleted. */
  async leave(site: string, form: string, { leaves, requestId }: LeavingPost): Promise<PublishedAnswer> {
    const { powers, tenant, outbox, formConfirmations, submissions } = this.#parts;
    const left = powers.sql.atomically(() => {
      tenant.requireActive();
      const found = this.#subscription(site, form, leaves);
      if (!found) return undefined;
      for (const number of formConfirmations.ofPerson(site, found)) {
        const one = submissions.find(site, number);
        if (one) submissions.remove(one);
      }
      const actor = actorName({ kind: "visitor", id: "form" });
      outbox.audit({ site, actor, command: "form.leave", inputDigest: "", outcome: "done", requestId });
      return found;
    });
    return left
      ? this.#page(site, form, { kind: "left" }, 200, left.language)
      : this.#page(site, form, { kind: "gone" }, 410);
  }

  #subscription(site: string, form: string, secret: string): Confirmation | undefined {
    const submission = this.#parts.submissions.linked(site, secret);
    const found = submission?.form === form ? this.#parts.formConfirmations.of(site, submission.id) : undefined;
    return found?.subscribed ? found : undefined;
  }

  /** The page of the form, or a plain one if visitors do not see the form any more. */
  async #page(
    site: string,
    form: string,
    state: LeavingState,
    status: number,
    language?: string,
  ): Promise<PublishedAnswer> {
    const { published } = this.#parts;
    try {
      return await published.withForm(site, await published.placement(site, form), state, status);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return visitorPage(status, this.#plainPage(site, form, state, language), "");
    }
  }

  #plainPage(site: string, form: string, state: LeavingState, asked: string | undefined): string {
    const { documents } = this.#parts;
    const settings = documents.only(site, "settings", documents.change(site)).body;
    const language = asked ?? settings.language;
    const name = escapeHtml(settings.name);
    const shown = drawLeaving({ id: form, messages: messagesFor(language) }, state);
    return `<!doctype html>
<html${attributes({ lang: language, dir: isRightToLeft(language) ? "rtl" : "ltr" })}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<body>
<main>
<h1>${name}</h1>
${shown}
</main>
</body>
</html>
`;
  }
}
