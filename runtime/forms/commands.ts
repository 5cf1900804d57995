import type * as z from "zod/mini";
import type { Command } from "../command.ts";
import { parseWith } from "../parse.ts";
import type { Submissions } from "./submissions.ts";
import type { DeletedView, MarkedView } from "./views.ts";
import { deleteSubmission, markSubmission } from "./views.ts";

export interface FormCommandParts {
  readonly submissions: Submissions;
}

export function formMark({ submissions }: FormCommandParts): Command<z.infer<typeof markSubmission>, MarkedView> {
  return {
    name: "form.mark",
    parse: parseWith(markSubmission),
    prepare: async ({ site }, { form, submission, read }) => () => {
      submissions.mark(submissions.require(site, form, submission), read);
      return { id: submission, read };
    },
  };
}

export function formDelete({ submissions }: FormCommandParts): Command<z.infer<typeof deleteSubmission>, DeletedView> {
  return {
    name: "form.delete",
    parse: parseWith(deleteSubmission),
    prepare: async ({ site }, { form, submission }) => () => {
      submissions.remove(submissions.require(site, form, submission));
      return { id: submission };
    },
  };
}
