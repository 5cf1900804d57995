/** A submission being processed, and what follows from it alone. */
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { TOKEN } from "../forms/draw.ts";
import { type FormField, isFileField } from "../forms/model.ts";
import type { Placement } from "../forms/placement.ts";
import type { AskedSteps, FieldProblem, FormValues } from "../forms/values.ts";
import type { ArrivedFiles } from "./arriving.ts";
import type { FormPost } from "./formApi.ts";
import type { SentSubmission } from "./sent.ts";
import type { ReadStamp } from "./proofs/tokens.ts";

/** A submission being processed: its form, the sent values, and the questions that apply. */
export interface Case {
  readonly site: string;
  readonly place: Placement;
  readonly post: FormPost;
  readonly sent: SentSubmission;
  readonly asked: AskedSteps;
}

/** The step with the field of a problem. */
export const stepWith = (steps: AskedSteps["steps"], { field }: FieldProblem): number =>
  Math.max(
    0,
    steps.findIndex(({ fields }) => fields.some(({ name }) => name === field)),
  );

/** The fields that are required now. If visitors confirm their answers first, files come only with the second post. */
export const required = (
  { place, sent: { token }, post: { wantsPage } }: Case,
  fields: readonly FormField[],
): readonly FormField[] =>
  place.confirm && token === null && wantsPage ? fields.filter((field) => !isFileField(field)) : fields;

/** Valid files that the visitor must choose again, because HTML cannot preselect a file. */
export const lost = ({
  place: {
    model: { messages },
  },
  post: { files, keepsFiles },
}: Case): (readonly [field: string, says: string])[] =>
  (keepsFiles ? [] : (files?.taken ?? [])).map(({ field }) => [field, messages.fileAgain] as const);

/** The files to store: only those of questions that apply. */
export const keptOf = (files: ArrivedFiles | null, values: FormValues): ArrivedFiles["taken"] =>
  files?.taken.filter(({ field }) => Object.hasOwn(values, field)) ?? [];

/** The refusal of an answer. If only files have problems, the code is the first one's. */
export function refusalOf(problems: readonly FieldProblem[]): Refusal {
  const code = problems.find((problem) => problem.code === "INVALID_REQUEST")?.code ?? problems[0]?.code;
  const issues = problems.map(({ issue }) => issue);
  return code === "CONFLICT"
    ? new Refusal(code, { conflict: "form_files_full", issues })
    : new Refusal(code ?? "INVALID_REQUEST", { issues });
}

export function stampFault(stamp: ReadStamp | null, { confirm }: Placement): Issue | undefined {
  if (stamp === null)
    return confirm ? { pointer: `/${TOKEN}`, found: "no token", allowed: "a token of this form" } : undefined;
  return stamp.ok
    ? undefined
    : { pointer: `/${TOKEN}`, found: `a token that is ${stamp.error}`, allowed: "a token of this form" };
}
