import { instantOf } from "../../manifests/shapes/calendar.ts";
import { mailIn } from "../forms/mailAddress.ts";
import type { FormField, FormModel } from "../forms/model.ts";
import { isFileAnswer } from "../forms/values.ts";
import type { LetterAnswer, LetterSources } from "../mail/sources.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { FormConfirmations } from "./confirmations.ts";
import type { Submissions } from "./submissions.ts";

interface SourceParts {
  readonly powers: Pick<Powers, "now">;
  readonly plugins: PluginShelf;
  readonly submissions: Submissions;
  readonly formConfirmations: FormConfirmations;
}

/** Tells letters about a submission, with the questions in the form's words. Files are named and never sent. */
export const letterSources = (parts: SourceParts): LetterSources => ({
  submission(site, number) {
    const { plugins, submissions } = parts;
    const found = submissions.find(site, number);
    if (!found) return undefined;
    const { form, type, fields, personal } = found;
    const model = plugins.forSite(site).renderer.form(type);
    const title = model?.title ?? submissions.totals(site).find((one) => one.form === form)?.title ?? form;
    const answers = Object.entries(fields).map(([name, value]) => ({
      ...answerOf(model, name, value),
      isPersonal: personal.includes(name),
    }));
    const links = (model?.links ?? []).map(({ name }) => name);
    const secret = links.length > 0 ? submissions.secretOf(site, number) : undefined;
    return { form, type, title, answers, replyTo: mailIn(fields) ?? null, links, secret };
  },
  confirmation(site, number) {
    const { powers, plugins, submissions, formConfirmations } = parts;
    const [found, asked] = [submissions.find(site, number), formConfirmations.of(site, number)];
    if (!found || !asked || asked.confirmedAt !== null || asked.secret === "") return undefined;
    if (asked.until <= powers.now()) return undefined;
    const { address, language, secret } = asked;
    const title = plugins.forSite(site).renderer.form(found.type)?.title ?? found.form;
    return { form: found.form, title, address, language, secret };
  },
  subscriber(site, form, number) {
    const { plugins, submissions, formConfirmations } = parts;
    const [found, asked] = [submissions.find(site, number), formConfirmations.of(site, number)];
    if (!found || !asked || asked.confirmedAt === null || asked.subscribed !== form) return undefined;
    const title = plugins.forSite(site).renderer.form(form)?.title ?? found.form;
    const { address, language } = asked;
    return { form: found.form, title, address, language, secret: submissions.secretOf(site, number) ?? "" };
  },
  subscribersAfter: (site, form, after, most) => parts.formConfirmations.subscribersAfter(site, form, after, most),
  subscriberCount: (site, form) => parts.formConfirmations.subscriberCount(site, form),
  received: (site, since, until) => parts.submissions.received(site, since, until),
  confirmationSent(site, number) {
    const { submissions, formConfirmations } = parts;
    const asked = formConfirmations.of(site, number);
    // Only a visitor who got the link can confirm, so no other submission is deleted for want of it.
    if (asked?.confirmedAt === null) submissions.keepUntil(number, Math.min(asked.keptUntil, asked.until));
  },
});

function answerOf(
  model: FormModel | undefined,
  name: string,
  value: unknown,
): Pick<LetterAnswer, "label" | "answer" | "at"> {
  const field = model?.fields.find((one) => one.name === name);
  const texts = [value].flat().map((one) => textOf(field, one));
  const at = field?.isMoment === true ? instantOf(String(value)) : undefined;
  return { label: field?.label ?? name, answer: texts.join(", "), at };
}

function textOf(field: FormField | undefined, value: unknown): string {
  if (isFileAnswer(value)) return value.name;
  if (typeof value === "boolean") return value ? "✓" : "–";
  return field?.choices.find((choice) => choice.value === value)?.title ?? String(value);
}
