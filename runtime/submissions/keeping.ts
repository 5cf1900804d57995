import { DAY_MS } from "../../manifests/shapes/calendar.ts";
import { actorName } from "../area/actor.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { FormValues } from "../forms/values.ts";
import type { Powers } from "../powers/powers.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { AskedAddress, FormConfirming } from "./confirming.ts";
import type { FormFiles } from "./files.ts";
import type { FormPost } from "./formApi.ts";
import { type Case, keptOf } from "./formCase.ts";
import type { Submissions } from "./submissions.ts";
import type { FormTokens, ReadStamp, TokenUse } from "./proofs/tokens.ts";

export interface KeepingParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly storageQuota: StorageQuota;
  readonly submissions: Submissions;
  readonly formFiles: FormFiles;
  readonly formTokens: FormTokens;
  readonly formConfirming: FormConfirming;
  readonly outbox: Outbox;
}

/** No submission has this number. */
const NONE = 0;

/** Keeps valid answers: as a submission, or as the note that the plugin of the form has taken them. */
export class FormKeeping {
  readonly #parts: KeepingParts;

  constructor(parts: KeepingParts) {
    this.#parts = parts;
  }

  /**
   * Keeps answers. True also if a request with the same token has brought the same answers, so a double click keeps them
   * once. Check and write are one transaction.
   */
  async keep(one: Case, stamp: ReadStamp | null, address: AskedAddress | undefined): Promise<boolean> {
    const { powers, tenant, formTokens } = this.#parts;
    const { place, asked, post, site } = one;
    const { isStored } = place.model;
    const mark = isStored || !stamp?.ok ? "" : await formTokens.markOf(stamp.value, asked.values);
    return powers.sql.atomically(() => {
      // Checked again, because an operator may have stopped writes meanwhile.
      tenant.requireActive();
      const used = stamp?.ok ? formTokens.usedFor(stamp.value.nonce) : undefined;
      if (used) return isStored ? this.#isSame(one, used) : used.mark === mark;
      const submission = isStored ? this.#add(one) : NONE;
      if (stamp?.ok) formTokens.use(stamp.value, { submission, mark });
      this.#audit(site, post.requestId);
      if (isStored) this.#tell(one, submission, address);
      return true;
    });
  }

  #tell({ site, place }: Case, submission: number, address: AskedAddress | undefined): void {
    const { formConfirming } = this.#parts;
    if (address) formConfirming.ask(site, submission, place, address);
    else formConfirming.tell(site, submission);
  }

  #add({ site, place, post, asked: { values } }: Case): number {
    const { storageQuota, submissions } = this.#parts;
    const {
      id: form,
      model: { type, title, fields, links },
      retentionDays,
    } = place;
    const personal = fields
      .filter(({ personal: isPersonal, name }) => isPersonal && name in values)
      .map(({ name }) => name);
    storageQuota.requireForVisitors();
    const id = submissions.add({
      site,
      form,
      type,
      title,
      keptMs: retentionDays * DAY_MS,
      fields: values,
      personal,
      isLinked: links.length > 0,
    });
    this.#keepFiles(site, id, values, post);
    return id;
  }

  #isSame({ site, asked: { values }, post: { files } }: Case, { submission }: TokenUse): boolean {
    const { submissions, formFiles } = this.#parts;
    const digests = (all: readonly { readonly number: number; readonly digest: string }[]): string =>
      JSON.stringify(all.map(({ number, digest }) => [number, digest]));
    return (
      JSON.stringify(submissions.find(site, submission)?.fields) === JSON.stringify(values) &&
      digests(formFiles.of(submission)) === digests(keptOf(files, values))
    );
  }

  #keepFiles(site: string, submission: number, values: FormValues, { files }: FormPost): void {
    if (!files) return;
    const { formFiles } = this.#parts;
    formFiles.requireOpen(files.post);
    const kept = keptOf(files, values);
    formFiles.keep(
      site,
      submission,
      files.post,
      kept,
      [...files.taken, ...files.faulty].filter(({ number }) => !kept.some((one) => one.number === number)),
    );
  }

  /**
   * Records in audit that a visitor sent something, without a digest: even from a digest a reader could guess short
   * answers.
   */
  #audit(site: string, requestId: string): void {
    const { outbox } = this.#parts;
    const actor = actorName({ kind: "visitor", id: "form" });
    outbox.audit({
      site,
      actor,
      command: "form.submit",
      inputDigest: "",
      outcome: "done",
      requestId,
    });
  }
}
