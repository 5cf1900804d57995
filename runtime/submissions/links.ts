/** The links of a form's letters: a visitor changes or fetches what was sent, without an account. */
import { FORM_LINK_FILE_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import type { FormLink } from "../../manifests/manifest/form.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Placement } from "../forms/placement.ts";
import type { Published } from "../serving/published.ts";
import { type PublishedAnswer, visitorFile } from "../serving/publishedAnswer.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { FormAsking } from "./asking.ts";
import type { LinkPost } from "./formApi.ts";
import type { SubmissionRecord, Submissions } from "./submissions.ts";

export interface LinkParts {
  readonly published: Published;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly submissions: Submissions;
  readonly formAsking: FormAsking;
}

interface Opened {
  readonly place: Placement;
  readonly link: FormLink;
  readonly submission: SubmissionRecord;
}

/** The end of a file's name, by its type. */
const ENDINGS: Readonly<Record<NonNullable<FormLink["gives"]>, string>> = { "text/calendar": "ics" };

/** Statuses with which a plugin says that what the link was about is gone. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Answers links. The secret of a link is the only proof, so a wrong one and one of a deleted submission look the same. */
export class FormLinks {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** The page of a link, or its file. Programs open links, so this changes nothing. */
  async open(site: string, form: string, post: LinkPost): Promise<PublishedAnswer> {
    const place = await this.#parts.published.placement(site, form);
    const opened = this.#opened(site, place, post);
    if (!opened) return this.#over(site, place);
    const { link } = opened;
    if (link.gives !== undefined) return this.#file(site, opened, link.gives);
    return this.#parts.published.withForm(site, place, { kind: "link", link, secret: post.secret }, 200);
  }

  /** The button of a link. The plugin learns the number of the submission, and never the secret. */
  async press(site: string, form: string, post: LinkPost): Promise<PublishedAnswer> {
    this.#parts.tenant.requireActive();
    const place = await this.#parts.published.placement(site, form);
    const opened = this.#opened(site, place, post);
    if (!opened || opened.link.gives !== undefined) return this.#over(site, place);
    const { status, says } = await this.#asked(site, opened);
    if (GONE.has(status)) return this.#over(site, place);
    const { link } = opened;
    const done = says === "" ? (link.messages?.success ?? link.title) : says;
    return this.#parts.published.withForm(site, place, { kind: "done", says: done }, status < 400 ? 200 : 409);
  }

  #over(site: string, place: Placement): Promise<PublishedAnswer> {
    return this.#parts.published.withForm(site, place, { kind: "over" }, 410);
  }

  #opened(site: string, place: Placement, { link: name, secret }: LinkPost): Opened | undefined {
    const link = place.model.links.find((one) => one.name === name);
    const submission = link && this.#parts.submissions.linked(site, secret);
    const isHere = submission?.form === place.id && submission.type === place.model.type;
    return link && submission && isHere ? { place, link, submission } : undefined;
  }

  /** Calls the plugin. Programs open links again and again, and each call takes time from the whole workspace. */
  #asked(site: string, { place, link, submission }: Opened) {
    const { id: form, language, model } = place;
    this.#parts.rateLimits.require("form-link", JSON.stringify([site, submission.id]));
    this.#parts.rateLimits.require("form-links", JSON.stringify([site, form]));
    const used = { form, language, submission: submission.id };
    return this.#parts.formAsking.ask(site, model.type, link.route, used, link.gives !== undefined);
  }

  async #file(site: string, opened: Opened, type: NonNullable<FormLink["gives"]>): Promise<PublishedAnswer> {
    const { status, body } = await this.#asked(site, opened);
    if (status >= 400) return this.#over(site, opened.place);
    if (typeof body !== "string" || body.length > FORM_LINK_FILE_MAX_CHARS)
      throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: opened.place.model.type.split("/")[0] ?? "" });
    return visitorFile({ type, name: `${opened.link.name}.${ENDINGS[type]}`, body });
  }
}
