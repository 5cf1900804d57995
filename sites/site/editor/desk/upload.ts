import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Route } from "../../api/request/route.ts";
import { routeOf } from "./area.ts";
import type { Desk } from "./desk.ts";
import type { SentFile } from "./sent.ts";
import { partsOf } from "./sent.ts";
import { notInForm, through } from "./through.ts";

/** The result of one file of a form: stored, or the reason why not. */
export interface Arrived {
  readonly name: string;
  readonly refusal: Refusal | null;
}

/** A form does not say how long its files are. */
const STORING: Route = { ...routeOf("media.create"), file: "unsized" };

/**
 * Stores the files of a form one after the other, each as a request of its own would: one that is refused keeps no other
 * from being stored. The form's number names each of them, so that sending the form twice stores nothing twice.
 */
export async function takeFiles(desk: Desk): Promise<readonly Arrived[]> {
  const arrived: Arrived[] = [];
  let key = "";
  for await (const part of partsOf(desk.request)) {
    if ("key" in part) ({ key } = part);
    else arrived.push(await take(desk, part.file, key === "" ? "" : `${key}.${arrived.length}`));
  }
  if (arrived.length === 0) throw notInForm("file", "a file");
  return arrived;
}

/** Ignores the type that the sender's system gives: the bytes decide the type. */
async function take(desk: Desk, { name: given, body }: SentFile, key: string): Promise<Arrived> {
  const name = given.slice(0, NAME_SHOWN_CHARS);
  try {
    await through(desk, STORING, {
      query: name === "" ? "" : `?name=${encodeURIComponent(name.toWellFormed())}`,
      key,
      file: body,
    });
    return { name, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, refusal: error };
  }
}

const NAME_SHOWN_CHARS = 255;
