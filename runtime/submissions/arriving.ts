import { FORM_FILES_MAX_BYTES, FORM_ROOM_PIECE_BYTES } from "../../manifests/bounds/forms.ts";
import type { MediaTypeName } from "../../manifests/shapes/mediaTypes.ts";
import type { ReceivedFile } from "./files.ts";
import { type FormField, type FormModel, isFileField } from "../forms/model.ts";
import type { FileAnswer, FileFault, FileFaults, FormValues } from "../forms/values.ts";

/** The files that a field accepts: the most bytes of each type that the site takes, and the most files. */
export interface TakesFiles {
  readonly types: Partial<Record<MediaTypeName, number>>;
  readonly most: number;
}

/** The storage for a submission's files while they arrive. */
export interface FilesBegun {
  readonly post: string;
  /** The prefix of their storage keys. */
  readonly key: string;
  /** The most bytes of all files together. 0 if the quarantine is full. */
  readonly maxBytes: number;
  /** The accepted files, by the name of the field. */
  readonly takes: Readonly<Record<string, TakesFiles>>;
}

/** A file that the kernel refused. Up to `bytes` of it may be stored. */
export interface FaultyFile {
  readonly number: number;
  readonly field: string;
  readonly bytes: number;
  /** `stranger`: the form has no file field of this name. */
  readonly fault: FileFault | "stranger";
}

/** The files of a submission, as reported by the worker that received them. */
export interface ArrivedFiles {
  readonly post: string;
  readonly taken: readonly ReceivedFile[];
  readonly faulty: readonly FaultyFile[];
}

/** The files that each field accepts, limited by the site. `largest` are the size limits of the site's media kinds. */
export const takesOf = ({ fields }: Pick<FormModel, "fields">, largest: TakesFiles["types"]): FilesBegun["takes"] =>
  Object.fromEntries(fields.filter(isFileField).map((field) => [field.name, takenBy(field, largest)]));

function takenBy({ files }: FormField, largest: TakesFiles["types"]): TakesFiles {
  const types = files?.types.filter((type) => largest[type] !== undefined) ?? [];
  return {
    most: files?.most ?? 0,
    types: Object.fromEntries(types.map((type) => [type, Math.min(largest[type] ?? 0, files?.maxBytes ?? 0)])),
  };
}

/** The bytes to reserve: the announced length, or the most that a submission may have. */
export const roomFor = (announced: number | null): number =>
  Math.min(announced ?? FORM_FILES_MAX_BYTES, FORM_FILES_MAX_BYTES);

/** The reserved space in the pieces that the rate limit counts. */
export const piecesOf = (room: number): number => Math.max(1, Math.ceil(room / FORM_ROOM_PIECE_BYTES));

const answerOf = ({ number: file, name, type, bytes }: ReceivedFile): FileAnswer => ({ file, name, type, bytes });

/** The answers to file fields. A field with a refused file gets a value that no schema accepts. */
export function fileValues({ fields }: FormModel, { taken, faulty }: ArrivedFiles): FormValues {
  const lists = new Set(fields.filter(({ sort }) => sort === "files").map(({ name }) => name));
  const values = [...Map.groupBy(taken, ({ field }) => field)].map(([name, files]): [string, unknown] => {
    const answers = files.map(answerOf);
    return [name, lists.has(name) || answers.length > 1 ? answers : answers[0]];
  });
  return { ...Object.fromEntries(values), ...Object.fromEntries(faulty.map(({ field }) => [field, null])) };
}

export const faultsOf = ({ faulty }: ArrivedFiles): FileFaults =>
  new Map(faulty.toReversed().flatMap(({ field, fault }) => (fault === "stranger" ? [] : [[field, fault] as const])));
