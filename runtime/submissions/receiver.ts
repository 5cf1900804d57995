import { FORM_POSTS_PER_FORM, FORM_POSTS_PER_VISITOR, FORM_ROOM_PER_VISITOR } from "../../manifests/bounds/forms.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { kindsOf, largest } from "../media/kinds.ts";
import type { FormAsking } from "./asking.ts";
import type { FormConfirming } from "./confirming.ts";
import type { Powers } from "../powers/powers.ts";
import type { Published } from "../serving/published.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import { addressOnPage } from "../rendering/localized.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { type FilesBegun, piecesOf, roomFor, takesOf } from "./arriving.ts";
import { type FormProgress, TOKEN } from "../forms/draw.ts";
import type { FormFiles } from "./files.ts";
import { quarantineKey } from "./quarantine.ts";
import type { ArrivedPost, ConfirmationPost, FilesAnnounced, FormOutcome, FormPost, FormToken } from "./formApi.ts";
import { isFileField } from "../forms/model.ts";
import type { Placement } from "../forms/placement.ts";
import { type Case, lost, refusalOf, required, stepWith, stampFault } from "./formCase.ts";
import type { FormKeeping } from "./keeping.ts";
import type { FormLeaving } from "./leaving.ts";
import type { FormLinks } from "./links.ts";
import { readSent } from "./sent.ts";
import type { FormTokens, ReadStamp } from "./proofs/tokens.ts";
import type { Submissions } from "./submissions.ts";
import { type FieldProblem, askedOf, problemsOf, unknownFields } from "../forms/values.ts";

export interface FormParts {
  readonly powers: Powers;
  readonly published: Published;
  readonly tenant: Tenant;
  readonly storageQuota: StorageQuota;
  readonly rateLimits: RateLimits;
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly submissions: Submissions;
  readonly formFiles: FormFiles;
  readonly formTokens: FormTokens;
  readonly formConfirming: FormConfirming;
  readonly formAsking: FormAsking;
  readonly formKeeping: FormKeeping;
  readonly formLeaving: FormLeaving;
  readonly formLinks: FormLinks;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Receives the submissions that visitors send with forms. */
export class FormReceiver {
  readonly #parts: FormParts;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  async token(site: string, form: string): Promise<FormToken> {
    this.#parts.tenant.requireActive();
    const { model } = await this.#parts.published.placement(site, form);
    return { token: await this.#parts.formTokens.make(site, form), minSeconds: model.minSeconds };
  }

  /** The page of a form with its success message, equal for all visitors. */
  async sent(site: string, form: string): Promise<PublishedAnswer> {
    const place = await this.#parts.published.placement(site, form);
    const kind = place.addressField === undefined ? "sent" : "asked";
    return this.#parts.published.withForm(site, place, { kind }, 200);
  }

  /**
   * Begins a submission with files. It is counted by the rate limit now, before any file is stored, and not again
   * later.
   */
  async beginFiles(site: string, form: string, { client, bytes: announced }: FilesAnnounced): Promise<FilesBegun> {
    const { tenant, published, sites, plugins, formFiles } = this.#parts;
    tenant.requireActive();
    const place = await published.placement(site, form);
    this.#spend(site, place, client);
    if (!place.model.fields.some(isFileField))
      throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "a file", allowed: "text only" }] });
    const room = roomFor(announced);
    this.#parts.rateLimits.require("form-room", client, FORM_ROOM_PER_VISITOR, piecesOf(room));
    const { post, bytes: maxBytes } = formFiles.begin(room);
    const takes = takesOf(place.model, largest(kindsOf(plugins.forSite(site).resolution.active)));
    return { post, maxBytes, takes, key: `${sites.get(site).tenant}/${quarantineKey(post)}` };
  }

  abandonFiles(post: string): void {
    this.#parts.formFiles.abandon(post);
  }

  /** Receives a submission, or its confirmation. If it is not stored, for any reason, its files are removed. */
  async receive(site: string, form: string, post: ArrivedPost): Promise<FormOutcome> {
    if ("confirms" in post) return this.#confirm(site, form, post);
    if ("leaves" in post) return { kind: "page", answer: await this.#parts.formLeaving.leave(site, form, post) };
    if ("link" in post) return { kind: "page", answer: await this.#parts.formLinks.press(site, form, post) };
    try {
      return await this.#receive(site, form, post);
    } finally {
      if (post.files) this.#parts.formFiles.abandon(post.files.post);
    }
  }

  async #receive(site: string, form: string, post: FormPost): Promise<FormOutcome> {
    this.#parts.tenant.requireActive();
    const place = await this.#parts.published.placement(site, form);
    if (!post.files) this.#spend(site, place, post.client);
    const sent = readSent(place.model, post);
    const unknown = unknownFields(place.model, sent.values);
    if (unknown.length > 0) throw new Refusal("INVALID_REQUEST", { issues: unknown });
    const asked = askedOf(place.model, sent.values);
    return this.#next({ site, place, post, sent, asked });
  }

  /**
   * Counts a submission. The visitor's limit comes first, so that refused submissions do not use up the form's limit.
   */
  #spend(site: string, { id, model: { limits } }: Placement, client: string): void {
    const { perVisitor = FORM_POSTS_PER_VISITOR, perForm = FORM_POSTS_PER_FORM } = limits;
    this.#parts.rateLimits.requireEach([
      { name: "form-visitor", subject: JSON.stringify([site, id, client]), quota: perVisitor },
      { name: "form", subject: JSON.stringify([site, id]), quota: perForm },
    ]);
  }

  /** Goes to the previous or next step, or stores the submission after the last one. */
  async #next(one: Case): Promise<FormOutcome> {
    const {
      asked: { steps },
      sent: { step, isBack },
      post: { wantsPage },
    } = one;
    const at = wantsPage
      ? Math.max(
          0,
          steps.findIndex(({ name }) => name === step),
        )
      : steps.length - 1;
    if (isBack && wantsPage) return this.#show(one, Math.max(0, at - 1), { notice: null }, 200);
    const problems = steps.slice(0, at + 1).flatMap(({ fields }, number) =>
      problemsOf(required(one, fields), one.asked.values, one.place.model, one.sent.faults).map((problem) => ({
        ...problem,
        number,
      })),
    );
    const [first] = problems;
    if (first) return this.#refuse(one, first.number, problems);
    return at < steps.length - 1 ? this.#show(one, at + 1, { notice: null }, 200) : this.#finish(one);
  }

  #refuse(one: Case, at: number, problems: readonly FieldProblem[]): Promise<FormOutcome> {
    if (!one.post.wantsPage) throw refusalOf(problems);
    return this.#show(
      one,
      at,
      {
        notice: "failed",
        problems: new Map([...lost(one), ...problems.map(({ field, says }) => [field, says] as const)]),
      },
      422,
    );
  }

  async #finish(one: Case): Promise<FormOutcome> {
    const {
      site,
      place,
      sent,
      asked: { steps },
    } = one;
    if (sent.trapped !== null)
      return this.#once(one, { pointer: `/${place.model.trap}`, found: "an answer", allowed: "nothing" }, "failed");
    if (place.challenge && one.post.challenge === "failed")
      return this.#once(one, { pointer: "/challenge", found: "an invalid answer", allowed: "a fresh one" }, "again");
    const stamp =
      sent.token === null
        ? null
        : await this.#parts.formTokens.read(site, place.id, sent.token, place.model.minSeconds);
    const fault = stampFault(stamp, place);
    if (fault) return this.#once(one, fault, "again");
    if (steps.length === 0)
      throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "no answers", allowed: "answers" }] });
    if (!stamp?.ok || place.model.route === undefined) return this.#decide(one, stamp);
    return this.#parts.formTokens.inTurn(stamp.value.nonce, () => this.#decide(one, stamp));
  }

  /** Asks the plugin last, because nothing takes back what it keeps. */
  async #decide(one: Case, stamp: ReadStamp | null): Promise<FormOutcome> {
    const { place, post, asked } = one;
    const address = await this.#parts.formConfirming.asked(place, asked.values, post.client);
    const problem = await this.#askedPlugin(one, stamp);
    if (problem) return this.#refuse(one, stepWith(asked.steps, problem), [problem]);
    return (await this.#parts.formKeeping.keep(one, stamp, address))
      ? this.#answer(one)
      : this.#once(
          one,
          { pointer: `/${TOKEN}`, found: "a token that was already used", allowed: "a new one" },
          "again",
        );
  }

  /**
   * Asks the form's plugin whether it takes the answers. A second press of the button sends a token that was used, and is
   * not asked again. All that would refuse the answers comes first, because what a plugin keeps would have no submission.
   */
  async #askedPlugin(
    { site, place, post: { files }, asked: { values } }: Case,
    stamp: ReadStamp | null,
  ): Promise<FieldProblem | undefined> {
    const { formAsking, formFiles, formTokens, powers, storageQuota, submissions, tenant } = this.#parts;
    const nonce = stamp?.ok ? stamp.value.nonce : undefined;
    if (place.model.route === undefined || (nonce !== undefined && formTokens.usedFor(nonce) !== undefined))
      return undefined;
    tenant.requireActive();
    storageQuota.requireForVisitors();
    if (place.model.isStored) submissions.requireRoom(site);
    if (files) formFiles.requireOpen(files.post);
    const { id: form, language, model } = place;
    return formAsking.problemOf(site, model, { form, language, fields: values, once: nonce ?? powers.newId() });
  }

  /** Asks the visitor to send a valid submission again, with a new token. */
  async #once(one: Case, issue: Issue, notice: "again" | "failed"): Promise<FormOutcome> {
    if (!one.post.wantsPage) throw new Refusal("INVALID_REQUEST", { issues: [issue] });
    return this.#show(one, Math.max(0, one.asked.steps.length - 1), { notice, problems: new Map(lost(one)) }, 422);
  }

  async #answer({ site, place }: Case): Promise<FormOutcome> {
    const to = `/api/forms/${place.id}/sent#${place.section}`;
    if (place.addressField !== undefined) return { kind: "sent", message: place.model.messages.asked, to };
    return { kind: "sent", message: place.success, to: (await this.#thanks(site, place)) ?? to };
  }

  /**
   * Only a path at the hostname of the form's page is used. Otherwise every form could redirect visitors to another site,
   * and browsers follow no form to another origin.
   */
  async #thanks(site: string, { thanks, page, language }: Placement): Promise<string | undefined> {
    const view = thanks === undefined ? undefined : await this.#parts.published.view(site);
    const to = view && addressOnPage(view, { page, language }, thanks ?? "");
    return to !== undefined && /^\/(?![/\\])/.test(to) ? to : undefined;
  }

  /** The page behind the link of a letter: a button that confirms, or what became of the link. */
  async confirming(site: string, form: string, secret: string): Promise<PublishedAnswer> {
    const { published, formConfirming } = this.#parts;
    const place = await published.placement(site, form);
    const state = formConfirming.stateOf(site, form, secret);
    if (state === "over") return published.withForm(site, place, { kind: "over" }, 410);
    if (state === "confirmed") return published.withForm(site, place, { kind: "sent" }, 200);
    return published.withForm(site, place, { kind: "confirming", secret }, 200);
  }

  /** Confirms the address of a submission, and shows what a visitor of another form sees after sending. */
  async #confirm(site: string, form: string, { confirms, requestId }: ConfirmationPost): Promise<FormOutcome> {
    const { published, formConfirming } = this.#parts;
    const isConfirmed = formConfirming.confirm(site, form, confirms, requestId);
    const place = await published.placement(site, form);
    const to = isConfirmed ? await this.#thanks(site, place) : undefined;
    if (to !== undefined) return { kind: "sent", message: place.success, to };
    const answer = isConfirmed
      ? await published.withForm(site, place, { kind: "sent" }, 200)
      : await published.withForm(site, place, { kind: "over" }, 410);
    return { kind: "page", answer };
  }

  async #show(
    { site, place, sent, asked: { steps, values } }: Case,
    at: number,
    { notice, problems = NOTHING }: { notice: FormProgress["notice"]; problems?: ReadonlyMap<string, string> },
    status: number,
  ): Promise<FormOutcome> {
    const step = steps[at] ?? place.model.steps[0];
    if (!step) throw new Refusal("NOT_FOUND");
    const token = await this.#parts.formTokens.make(site, place.id);
    const state = {
      kind: "filling",
      step,
      number: at + 1,
      of: Math.max(steps.length, 1),
      values,
      problems,
      notice,
      token,
      trapped: sent.trapped,
    } as const;
    return { kind: "page", answer: await this.#parts.published.withForm(site, place, state, status) };
  }
}
