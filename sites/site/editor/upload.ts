import { Refusal } from "../../../manifests/refusal.ts";
import type { Desk } from "./desk.ts";
import { routeOf } from "./desk.ts";
import { readFiles } from "./sent.ts";
import { notInForm, through } from "./through.ts";

/** One file of a form: stored, or why not. */
export interface Arrived {
  readonly name: string;
  readonly refusal: Refusal | null;
}

const STORING = routeOf("media.create");

/**
 * Stores the files of a form one after the other, each as a request of its own would: one that is refused keeps no other
 * from being stored. The form's number names each of them, so that sending the form twice stores nothing twice.
 */
export async function takeFiles(desk: Desk): Promise<readonly Arrived[]> {
  const { key, files } = await readFiles(desk.request);
  if (files.length === 0) throw notInForm("file", "a file");
  const arrived: Arrived[] = [];
  for (const [index, file] of files.entries()) arrived.push(await take(desk, file, key === "" ? "" : `${key}.${index}`));
  return arrived;
}

/** Without the type its sender's system has for the name: what a file is, its bytes say. */
async function take(desk: Desk, file: File, key: string): Promise<Arrived> {
  const name = file.name.slice(0, NAME_SHOWN_CHARS);
  try {
    await through(desk, STORING, { query: name === "" ? "" : `?name=${encodeURIComponent(name.toWellFormed())}`, key, file: new Uint8Array(await file.arrayBuffer()) });
    return { name, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, refusal: error };
  }
}

const NAME_SHOWN_CHARS = 255;
