import { FORM_FILES_MAX_BYTES, FORM_ROOM_PIECE_BYTES } from "../../manifests/bounds.ts";
import type { MediaTypeName } from "../../manifests/mediaTypes.ts";
import type { ReceivedFile } from "./files.ts";
import type { FormField, FormModel } from "./model.ts";
import { isFileField } from "./model.ts";
import type { FileAnswer, FileFault, FileFaults, Values } from "./values.ts";

/** What a field takes of a site: most bytes of each type, and how many. */
export interface TakesFiles {
  readonly types: Partial<Record<MediaTypeName, number>>;
  readonly most: number;
}

/** Where files of a submission may be stored while it arrives. */
export interface FilesBegun {
  readonly post: string;
  /** Of the keys below which they are stored. */
  readonly key: string;
  /** Most bytes of all of them; 0 where there is no room. */
  readonly maxBytes: number;
  /** By the name of the field. */
  readonly takes: Readonly<Record<string, TakesFiles>>;
}

/** A file that was not taken. `bytes` may have been stored of it. */
export interface FaultyFile {
  readonly number: number;
  readonly field: string;
  readonly bytes: number;
  /** `stranger`: no field of the form asks for a file of this name. */
  readonly fault: FileFault | "stranger";
}

/** The files of a submission, as whoever received them tells of them. */
export interface ArrivedFiles {
  readonly post: string;
  readonly taken: readonly ReceivedFile[];
  readonly faulty: readonly FaultyFile[];
}

/** What each field of a form takes, as far as the site takes it; `largest` are the sizes of its media kinds. */
export const takesOf = ({ fields }: Pick<FormModel, "fields">, largest: TakesFiles["types"]): FilesBegun["takes"] =>
  Object.fromEntries(fields.filter(isFileField).map((field) => [field.name, takenBy(field, largest)]));

function takenBy({ files }: FormField, largest: TakesFiles["types"]): TakesFiles {
  const types = files?.types.filter((type) => largest[type] !== undefined) ?? [];
  return { most: files?.most ?? 0, types: Object.fromEntries(types.map((type) => [type, Math.min(largest[type] ?? 0, files?.maxBytes ?? 0)])) };
}

/** Bytes of room for what was announced, or for the most there may be where nothing was. */
export const roomFor = (announced: number | null): number => Math.min(announced ?? FORM_FILES_MAX_BYTES, FORM_FILES_MAX_BYTES);

/** The same in the pieces it is counted in. */
export const piecesOf = (room: number): number => Math.max(1, Math.ceil(room / FORM_ROOM_PIECE_BYTES));

const answerOf = ({ number: file, name, type, bytes }: ReceivedFile): FileAnswer => ({ file, name, type, bytes });

/** The answers that are files. A field that was sent something it does not take has one that no schema takes. */
export function fileValues({ fields }: FormModel, { taken, faulty }: ArrivedFiles): Values {
  const lists = new Set(fields.filter(({ sort }) => sort === "files").map(({ name }) => name));
  const values = [...Map.groupBy(taken, ({ field }) => field)].map(([name, files]): [string, unknown] => {
    const answers = files.map(answerOf);
    return [name, lists.has(name) || answers.length > 1 ? answers : answers[0]];
  });
  return { ...Object.fromEntries(values), ...Object.fromEntries(faulty.map(({ field }) => [field, null])) };
}

export const faultsOf = ({ faulty }: ArrivedFiles): FileFaults =>
  new Map(faulty.toReversed().flatMap(({ field, fault }) => (fault === "stranger" ? [] : [[field, fault] as const])));
