import { Refusal } from "../../manifests/refusal.ts";
import { faultsOf, fileValues } from "./arriving.ts";
import { BACK, GO, STEP, TOKEN } from "./draw.ts";
import type { FormPost } from "./formApi.ts";
import type { FormModel } from "./model.ts";
import type { FileFaults, Values } from "./values.ts";
import { readFields, tidy, withoutFiles } from "./values.ts";
import { submitForm } from "./views.ts";

/** What a submission says, apart from whether it is right. */
export interface Sent {
  readonly values: Values;
  readonly token: string | null;
  readonly trapped: string | null;
  readonly step: string;
  readonly isBack: boolean;
  readonly faults: FileFaults;
}

/** What the kernel adds to a form, apart from what its fields hold. */
export function readSent(model: FormModel, { body, files }: FormPost): Sent {
  if (body.kind === "json") return readJson(model, body.value);
  const { trap } = model;
  const own = new Set([TOKEN, STEP, GO, trap]);
  const last = (name: string): string | undefined => body.fields.findLast(([given]) => given === name)?.[1];
  const trapped = last(trap) ?? "";
  const texts = withoutFiles(model, readFields(model, body.fields.filter(([name]) => !own.has(name))));
  return {
    values: files ? { ...texts, ...fileValues(model, files) } : texts, faults: files ? faultsOf(files) : NO_FAULTS,
    token: last(TOKEN) ?? null, trapped: trapped === "" ? null : trapped.slice(0, TRAPPED_CHARS), step: last(STEP) ?? "", isBack: last(GO) === BACK,
  };
}

/** As much of what a program wrote as is shown to it again. */
const TRAPPED_CHARS = 100;

const NO_FAULTS: FileFaults = new Map();

function readJson(model: FormModel, value: unknown): Sent {
  const read = submitForm.safeParse(value);
  if (!read.success) {
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "another value", allowed: '{ "fields": {…}, "token": "…" }, the token where there is one' }] });
  }
  const { [model.trap]: trapped, ...fields } = tidy(read.data.fields);
  return {
    values: withoutFiles(model, fields), faults: NO_FAULTS, token: read.data.token ?? null,
    trapped: trapped === undefined ? null : JSON.stringify(trapped).slice(0, TRAPPED_CHARS), step: "", isBack: false,
  };
}
