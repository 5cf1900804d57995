import { FORM_POSTS_PER_FORM, FORM_POSTS_PER_VISITOR } from "../../manifests/bounds.ts";
import type { Issue } from "../../manifests/refusal.ts";
import { Refusal } from "../../manifests/refusal.ts";
import { actorName } from "../actor.ts";
import type { Answer } from "../answer.ts";
import type { Outbox } from "../outbox.ts";
import type { FormFields } from "../plugins/formFields.ts";
import type { HookRunner } from "../plugins/hookRunner.ts";
import type { Powers } from "../powers.ts";
import type { Published, PublishedAnswer } from "../published.ts";
import type { RateLimits } from "../rateLimits.ts";
import { resolveLink } from "../rendering/links.ts";
import type { Tenant } from "../tenant.ts";
import type { FormProgress } from "./draw.ts";
import { BACK, GO, STEP, TOKEN } from "./draw.ts";
import type { Placement } from "./placement.ts";
import type { FormTokens, Stamp } from "./tokens.ts";
import type { Submissions } from "./submissions.ts";
import type { Asked, FieldProblem, Values } from "./values.ts";
import { submitForm } from "./views.ts";
import { askedOf, problemsOf, readFields, strangers, tidy } from "./values.ts";

/** What arrived at the address of a form. */
export interface FormPost {
  /** Of a page, the fields a browser sent; of a program, a JSON value. */
  readonly body: { readonly kind: "fields"; readonly fields: FormFields } | { readonly kind: "json"; readonly value: unknown };
  /** Whether the answer is to be a page: it is for a browser that shows it in place of the one with the form. */
  readonly wantsPage: boolean;
  /** What became of a challenge; `off` where the deployment has none. */
  readonly challenge: "off" | "passed" | "failed";
  /** Names whoever limits count, and tells nobody their address. */
  readonly client: string;
  readonly requestId: string;
}

export type FormOutcome =
  | { readonly kind: "page"; readonly answer: PublishedAnswer }
  /** It is stored. `to` is the path of this site that is shown next. */
  | { readonly kind: "sent"; readonly message: string; readonly to: string };

export interface FormToken {
  readonly token: string;
  /** Sent sooner than this, it is not taken. */
  readonly minSeconds: number;
}

/** The workspace object as the worker that takes forms uses it. */
export interface FormApi {
  formToken(site: string, form: string): Promise<Answer<FormToken>>;
  formSent(site: string, form: string): Promise<Answer<PublishedAnswer>>;
  submitForm(site: string, form: string, post: FormPost): Promise<Answer<FormOutcome>>;
}

export interface FormParts {
  readonly powers: Powers;
  readonly published: Published;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly submissions: Submissions;
  readonly formTokens: FormTokens;
  readonly outbox: Outbox;
  readonly hookRunner: Pick<HookRunner, "formSubmitted">;
}

interface Sent {
  readonly values: Values;
  readonly token: string | null;
  readonly trapped: string | null;
  readonly step: string;
  readonly isBack: boolean;
}

/** A submission on its way: whose form, what was sent, and what is asked of whoever sent that. */
interface Case {
  readonly site: string;
  readonly place: Placement;
  readonly post: FormPost;
  readonly sent: Sent;
  readonly asked: Asked;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Takes what visitors send with forms. */
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

  /** The page of a form with what is said after sending. It is the same for everybody. */
  async sent(site: string, form: string): Promise<PublishedAnswer> {
    const place = await this.#parts.published.placement(site, form);
    return this.#parts.published.withForm(site, place, { kind: "sent" }, 200);
  }

  async receive(site: string, form: string, post: FormPost): Promise<FormOutcome> {
    this.#parts.tenant.requireActive();
    const place = await this.#parts.published.placement(site, form);
    this.#spend(site, place, post);
    const sent = read(place, post);
    const unknown = strangers(place.model, sent.values);
    if (unknown.length > 0) throw new Refusal("INVALID_REQUEST", { issues: unknown });
    const asked = askedOf(place.model, sent.values);
    return this.#next({ site, place, post, sent, asked });
  }

  /** One visitor cannot use up what is there for all of them: what is refused here is not counted there. */
  #spend(site: string, { id, model: { limits } }: Placement, { client }: FormPost): void {
    const { perVisitor = FORM_POSTS_PER_VISITOR, perForm = FORM_POSTS_PER_FORM } = limits;
    this.#spendOne("form-visitor", JSON.stringify([site, id, client]), perVisitor);
    this.#spendOne("form", JSON.stringify([site, id]), perForm);
  }

  #spendOne(limit: "form-visitor" | "form", subject: string, quota: number): void {
    const standing = this.#parts.rateLimits.spend(limit, subject, quota);
    if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit, ...standing });
  }

  /** Goes a step back or on, or keeps what was sent with the last one. */
  async #next(one: Case): Promise<FormOutcome> {
    const { asked: { steps }, sent: { step, isBack }, post: { wantsPage } } = one;
    const at = wantsPage ? Math.max(0, steps.findIndex(({ name }) => name === step)) : steps.length - 1;
    if (isBack && wantsPage) return this.#show(one, Math.max(0, at - 1), { notice: null }, 200);
    const problems = steps.slice(0, at + 1).flatMap(({ fields }, number) =>
      problemsOf(fields, one.asked.values, one.place.model).map((problem) => ({ ...problem, number })));
    const [first] = problems;
    if (first) return this.#refuse(one, first.number, problems);
    return at < steps.length - 1 ? this.#show(one, at + 1, { notice: null }, 200) : this.#finish(one);
  }

  #refuse(one: Case, at: number, problems: readonly FieldProblem[]): Promise<FormOutcome> {
    if (!one.post.wantsPage) throw new Refusal("INVALID_REQUEST", { issues: problems.map(({ issue }) => issue) });
    return this.#show(one, at, { notice: "failed", problems: new Map(problems.map(({ field, says }) => [field, says])) }, 422);
  }

  async #finish(one: Case): Promise<FormOutcome> {
    const { site, place, sent, asked: { steps } } = one;
    if (sent.trapped !== null) return this.#once(one, { pointer: `/${place.model.trap}`, found: "an answer", allowed: "nothing" }, "failed");
    if (place.challenge && one.post.challenge === "failed") return this.#once(one, { pointer: "/challenge", found: "no answer that counts", allowed: "one of now" }, "again");
    const stamp = sent.token === null ? null : await this.#parts.formTokens.read(site, place.id, sent.token, place.model.minSeconds);
    const fault = tokenFault(stamp, place);
    if (fault) return this.#once(one, fault, "again");
    if (steps.length === 0) throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "no answers", allowed: "answers" }] });
    const isStored = this.#store(one, stamp);
    return isStored ? this.#answer(one) : this.#once(one, { pointer: `/${TOKEN}`, found: "a token that was used", allowed: "a new one" }, "again");
  }

  /** Everything is right but how it came: it has to be sent once more, with a token of now. */
  async #once(one: Case, issue: Issue, notice: "again" | "failed"): Promise<FormOutcome> {
    if (!one.post.wantsPage) throw new Refusal("INVALID_REQUEST", { issues: [issue] });
    return this.#show(one, Math.max(0, one.asked.steps.length - 1), { notice }, 422);
  }

  /**
   * Whether it is stored, now or by an earlier request with the same token and the same answers: a button that is
   * pressed twice sends one message. Nothing waits in here, so the check and the writing are one.
   */
  #store({ site, place, post, asked: { values } }: Case, stamp: Stamp | null): boolean {
    const { powers, tenant, submissions, formTokens, hookRunner } = this.#parts;
    return powers.sql.atomically(() => {
      // Once more: an operator may have stopped writes meanwhile.
      tenant.requireActive();
      const used = stamp?.ok ? formTokens.usedFor(stamp.nonce) : undefined;
      if (used !== undefined) return JSON.stringify(submissions.find(site, used)?.fields) === JSON.stringify(values);
      const { id: form, model: { type, title, fields }, retentionDays } = place;
      const personal = fields.filter(({ personal: isPersonal, name }) => isPersonal && name in values).map(({ name }) => name);
      const id = submissions.add({ site, form, type, title, keptMs: retentionDays * DAY_MS, fields: values, personal });
      if (stamp?.ok) formTokens.use(stamp.nonce, id, stamp.expiresAt);
      this.#audit(site, post.requestId);
      hookRunner.formSubmitted(site, id);
      return true;
    });
  }

  /** That something was sent, and nothing of it: not even a digest, from which short answers could be guessed. */
  #audit(site: string, requestId: string): void {
    const { outbox, powers } = this.#parts;
    const id = powers.newId();
    const actor = actorName({ kind: "visitor", id: "form" });
    outbox.add("audit", site, id, { id, site, actor, command: "form.submit", inputDigest: "", outcome: "done", requestId, at: powers.now() });
  }

  #answer({ site, place }: Case): FormOutcome {
    const own = `/api/forms/${place.id}/sent`;
    const thanks = place.thanks === undefined ? undefined : resolveLink(place.thanks, this.#parts.published.paths(site));
    // An address elsewhere would make of every form a way to send visitors away from here.
    return { kind: "sent", message: place.success, to: thanks !== undefined && /^\/(?![/\\])/.test(thanks) ? thanks : `${own}#${place.section}` };
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
    const state = { kind: "filling", step, number: at + 1, of: Math.max(steps.length, 1), values, problems, notice, token, trapped: sent.trapped } as const;
    return { kind: "page", answer: await this.#parts.published.withForm(site, place, state, status) };
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

function tokenFault(stamp: Stamp | null, { confirm }: Placement): Issue | undefined {
  if (stamp === null) return confirm ? { pointer: `/${TOKEN}`, found: "no token", allowed: "one of this form" } : undefined;
  return stamp.ok ? undefined : { pointer: `/${TOKEN}`, found: `a token that is ${stamp.reason}`, allowed: "one of this form" };
}

/** What the kernel adds to a form, apart from what its fields hold. */
function read(place: Placement, { body }: FormPost): Sent {
  if (body.kind === "json") return readJson(body.value);
  const { trap } = place.model;
  const own = new Set([TOKEN, STEP, GO, trap]);
  const last = (name: string): string | undefined => body.fields.findLast(([given]) => given === name)?.[1];
  const trapped = last(trap) ?? "";
  return {
    values: readFields(place.model, body.fields.filter(([name]) => !own.has(name))),
    token: last(TOKEN) ?? null, trapped: trapped === "" ? null : trapped.slice(0, TRAPPED_CHARS), step: last(STEP) ?? "", isBack: last(GO) === BACK,
  };
}

/** As much of what a program wrote as is shown to it again. */
const TRAPPED_CHARS = 100;

function readJson(value: unknown): Sent {
  const read = submitForm.safeParse(value);
  if (!read.success) {
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "another value", allowed: '{ "fields": {…}, "token": "…" }, the token where there is one' }] });
  }
  return { values: tidy(read.data.fields), token: read.data.token ?? null, trapped: null, step: "", isBack: false };
}
