import { Refusal } from "../../manifests/refusals/refusal.ts";
import { faultsOf, fileValues } from "./arriving.ts";
import { BACK, GO, STEP, TOKEN } from "../forms/draw.ts";
import type { FormPost } from "./formApi.ts";
import type { FormModel } from "../forms/model.ts";
import { type FileFaults, type FormValues, readFields, tidy, withoutFiles } from "../forms/values.ts";
import { submitForm } from "./views.ts";

/** A submission before validation. */
export interface SentSubmission {
  readonly values: FormValues;
  readonly token: string | null;
  readonly trapped: string | null;
  readonly step: string;
  readonly isBack: boolean;
  readonly faults: FileFaults;
}

/** Parses a submission, separating the kernel's fields from the form's. */
export function readSent(model: FormModel, { body, files }: FormPost): SentSubmission {
  if (body.kind === "json") return readJson(model, body.value);
  const { trap } = model;
  const controls = new Set([TOKEN, STEP, GO, trap]);
  const last = (name: string): string | undefined => body.fields.findLast(([given]) => given === name)?.[1];
  const trapped = last(trap) ?? "";
  const texts = withoutFiles(
    model,
    readFields(
      model,
      body.fields.filter(([name]) => !controls.has(name)),
    ),
  );
  return {
    values: files ? { ...texts, ...fileValues(model, files) } : texts,
    faults: files ? faultsOf(files) : NO_FAULTS,
    token: last(TOKEN) ?? null,
    trapped: trapped === "" ? null : trapped.slice(0, TRAPPED_CHARS),
    step: last(STEP) ?? "",
    isBack: last(GO) === BACK,
  };
}

/** Characters of a trap field's text that are shown again. */
const TRAPPED_CHARS = 100;

const NO_FAULTS: FileFaults = new Map();

function readJson(model: FormModel, value: unknown): SentSubmission {
  const read = submitForm.safeParse(value);
  if (!read.success) {
    throw new Refusal("INVALID_REQUEST", {
      issues: [
        {
          pointer: "",
          found: "another value",
          allowed: '{ "fields": {…}, "token": "…" }, with the token if there is one',
        },
      ],
    });
  }
  const { [model.trap]: trapped, ...fields } = tidy(read.data.fields);
  return {
    values: withoutFiles(model, fields),
    faults: NO_FAULTS,
    token: read.data.token ?? null,
    trapped: trapped === undefined ? null : JSON.stringify(trapped).slice(0, TRAPPED_CHARS),
    step: "",
    isBack: false,
  };
}
