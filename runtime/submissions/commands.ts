import type * as z from "zod/mini";
import type { Command } from "../area/command.ts";
import { type CreatedMedia, type MediaCommandParts, listFile } from "../media/commands.ts";
import { parseWith } from "../commands/parse.ts";
import type { FormFile, FormFiles } from "./files.ts";
import type { Submissions } from "./submissions.ts";
import {
  type DeletedSubmissionsView,
  type MarkedView,
  type RejectedFileView,
  deleteSubmission,
  fileOfSubmission,
  markSubmission,
} from "./views.ts";

export interface FormCommandParts {
  readonly submissions: Submissions;
  readonly formFiles: FormFiles;
}

export function formMark({ submissions }: FormCommandParts): Command<z.infer<typeof markSubmission>, MarkedView> {
  return {
    parse: parseWith(markSubmission),
    prepare:
      async ({ site }, { form, submission, read }) =>
      () => {
        submissions.mark(submissions.require(site, form, submission), read);
        return { id: submission, read };
      },
  };
}

export function formDelete({
  submissions,
}: FormCommandParts): Command<z.infer<typeof deleteSubmission>, DeletedSubmissionsView> {
  return {
    parse: parseWith(deleteSubmission),
    prepare:
      async ({ site }, { form, submission }) =>
      () => {
        submissions.remove(submissions.require(site, form, submission));
        return { id: submission };
      },
  };
}

type Named = z.infer<typeof fileOfSubmission>;

const heldFile = (
  { submissions, formFiles }: FormCommandParts,
  site: string,
  { form, submission, file }: Named,
): FormFile => formFiles.requireHeld(submissions.require(site, form, submission).id, file);

/** Lists a visitor's file among the site's media, after its bytes have been copied there. */
export function formAccept(parts: FormCommandParts & MediaCommandParts): Command<Named, CreatedMedia> {
  return {
    parse: parseWith(fileOfSubmission),
    prepare: async (envelope, input) => () => {
      const held = heldFile(parts, envelope.site, input);
      const listed = listFile(parts, envelope, held);
      parts.formFiles.release(held, held.digest);
      return listed;
    },
  };
}

/** Removes a visitor's file. The rest of the submission stays. */
export function formReject(parts: FormCommandParts): Command<Named, RejectedFileView> {
  return {
    parse: parseWith(fileOfSubmission),
    prepare:
      async ({ site }, input) =>
      () => {
        parts.formFiles.release(heldFile(parts, site, input), null);
        return { id: input.submission, file: input.file };
      },
  };
}
