import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Documents } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";
import type { MediaUses } from "../documents/mediaUses.ts";
import type { Letters } from "../mail/letters.ts";
import type { Mail } from "../mail/power.ts";
import type { MediaFiles } from "../media/files.ts";
import type { FormerPaths } from "../media/former/formerPaths.ts";
import type { MediaObjects } from "../media/objects.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { PluginLetters } from "../plugins/letters/pluginLetters.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { OfReader } from "../plugins/states/readersText.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Published } from "../serving/published.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { type ExportPart, type SubmissionFilter, SubmissionBox } from "./box.ts";
import { formAccept, formDelete, formMark, formReject } from "./commands.ts";
import { SUBMISSION_COMMANDS } from "./commandTable.ts";
import { FormAsking } from "./asking.ts";
import { FormConfirmations } from "./confirmations.ts";
import { FormConfirming } from "./confirming.ts";
import { FormFiles } from "./files.ts";
import { hookSources } from "./hookSources.ts";
import { letterSources } from "./letterSources.ts";
import type { LinkPost } from "./formApi.ts";
import { FormLeaving } from "./leaving.ts";
import { FormKeeping } from "./keeping.ts";
import { FormLinks } from "./links.ts";
import { FormReceiver } from "./receiver.ts";
import { Submissions } from "./submissions.ts";
import { OwnSecret } from "./proofs/ownSecret.ts";
import { FormTokens } from "./proofs/tokens.ts";
import { SUBMISSION_TABLES } from "./tables.ts";
import { type WaitingParts, waitingForms } from "./waiting.ts";

interface OfForm {
  readonly form: string;
}

interface Portion {
  readonly cursor?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

const { plain, resolved, callingPlugins } = readsFrom<
  WaitingParts & {
    readonly submissionBox: SubmissionBox;
    readonly forms: FormReceiver;
    readonly formLinks: FormLinks;
    readonly formLeaving: FormLeaving;
  }
>();

const READS = {
  forms: plain(({ submissionBox }, site, { language }: OfReader = {}) => submissionBox.forms(site, language)),
  /** Forms of the draft without submissions. */
  "forms.waiting": resolved((parts, site, { language }: OfReader = {}) => waitingForms(parts, site, language)),
  "form.submissions": resolved(
    ({ submissionBox }, site, { form, cursor = null, limit = null, ...filter }: OfForm & SubmissionFilter & Portion) =>
      submissionBox.list(site, form, filter, cursor, limit),
  ),
  /** One part of an export. The next part is requested with this one's `next`. */
  "form.export": resolved(({ submissionBox }, site, { form, from }: OfForm & { readonly from: ExportPart["next"] }) =>
    submissionBox.export(site, form, from),
  ),
  /** `tenant` in the answer is the prefix in the bucket. */
  "form.file": plain(
    (
      { submissionBox },
      site,
      { form, submission, file }: OfForm & { readonly submission: number; readonly file: number },
    ) => submissionBox.file(site, form, submission, file),
  ),
  "form.token": resolved(({ forms }, site, { form }: OfForm) => forms.token(site, form)),
  /** The page behind the link that confirms an address. */
  "form.confirming": resolved(({ forms }, site, { form, secret }: OfForm & { readonly secret: string }) =>
    forms.confirming(site, form, secret),
  ),
  /** The page behind the link that ends a subscription. */
  "form.leaving": resolved(({ formLeaving }, site, { form, secret }: OfForm & { readonly secret: string }) =>
    formLeaving.open(site, form, secret),
  ),
  /** The page or the file behind a link of a form's letters. */
  "form.link": callingPlugins(({ formLinks }, site, { form, link, secret }: OfForm & LinkPost) =>
    formLinks.open(site, form, { link, secret }),
  ),
  /** The page of a form with its success message. */
  "form.sent": resolved(({ forms }, site, { form }: OfForm) => forms.sent(site, form)),
};

export const submissions = defineArea({
  tables: SUBMISSION_TABLES,
  needs: {
    powers: needed<Powers>(),
    outbox: needed<Outbox>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    storageQuota: needed<StorageQuota>(),
    rateLimits: needed<RateLimits>(),
    documents: needed<Documents>(),
    mediaUses: needed<MediaUses>(),
    plugins: needed<PluginShelf>(),
    hookRunner: needed<HookRunner>(),
    letters: needed<Letters>(),
    pluginLetters: needed<PluginLetters>(),
    mail: needed<Mail | undefined>(),
    formConfirmations: needed<FormConfirmations>(),
    formConfirming: needed<FormConfirming>(),
    releases: needed<Releases>(),
    published: needed<Published>(),
    mediaFiles: needed<MediaFiles>(),
    mediaObjects: needed<MediaObjects>(),
    formerPaths: needed<FormerPaths>(),
    history: needed<History>(),
    submissions: needed<Submissions>(),
    pluginCalls: needed<PluginCalls>(),
    formAsking: needed<FormAsking>(),
    formKeeping: needed<FormKeeping>(),
    formLeaving: needed<FormLeaving>(),
    formLinks: needed<FormLinks>(),
    formFiles: needed<FormFiles>(),
    formTokens: needed<FormTokens>(),
    forms: needed<FormReceiver>(),
    submissionBox: needed<SubmissionBox>(),
  },
  open(from) {
    const formFiles = new FormFiles(from.powers);
    const formConfirmations = new FormConfirmations(from.powers);
    return {
      formFiles,
      formConfirmations,
      formConfirming: new FormConfirming(from),
      submissions: new Submissions(from.powers, formFiles, formConfirmations),
      ownSecret: new OwnSecret(from.powers),
      formTokens: new FormTokens(from.powers),
      formAsking: new FormAsking(from),
      formKeeping: new FormKeeping(from),
      formLeaving: new FormLeaving(from),
      formLinks: new FormLinks(from),
      forms: new FormReceiver(from),
      submissionBox: new SubmissionBox(from),
      hookSources: hookSources(from),
      letterSources: letterSources(from),
    };
  },
  commands: SUBMISSION_COMMANDS,
  makers: { "form.mark": formMark, "form.delete": formDelete, "form.accept": formAccept, "form.reject": formReject },
  reads: READS,
  chores: ({ submissions: kept }) => [{ turn: "remove", run: () => kept.sweep(), nextDue: () => kept.nextExpiry() }],
  tidy: ({ formTokens }) => formTokens.sweep(),
});
