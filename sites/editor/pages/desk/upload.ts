import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Route } from "../../../web/api/request/route.ts";
import type { Desk } from "./desk.ts";
import { type SentFile, sentParts } from "./sent.ts";
import { type ApiQuestion, notInForm, through } from "./through.ts";

/** The result for one file of a form. `refusal` is null if it was stored. */
export interface Arrived {
  readonly name: string;
  readonly refusal: Refusal | null;
  /** The API's answer; null if the file was refused. */
  readonly answer: unknown;
}

/** The handling of the files that a page's form sends. */
export interface FileTaking {
  readonly route: Route;
  /** The request for one file, without its key. `name` is the sender's file name, shortened to the limit. */
  ask(name: string, body: SentFile["body"], desk: Desk): Omit<ApiQuestion, "key"> | Promise<Omit<ApiQuestion, "key">>;
  /** The address to redirect to if all files were taken. `answers` are the API's answers. */
  after(answers: readonly unknown[], desk: Desk): string;
}

/**
 * Takes the files of a form one after the other, each as its own request, so that a refused file does not stop the
 * others. The keys derive from the form's key, so sending the form twice stores nothing twice.
 */
export async function takeFiles(desk: Desk, taking: FileTaking): Promise<readonly Arrived[]> {
  const arrived: Arrived[] = [];
  let key = "";
  for await (const part of sentParts(desk.request)) {
    if ("key" in part) ({ key } = part);
    else arrived.push(await take(desk, taking, part.file, key === "" ? "" : `${key}.${arrived.length}`));
  }
  if (arrived.length === 0) throw notInForm("file", "a file");
  return arrived;
}

async function take(
  desk: Desk,
  { route, ask }: FileTaking,
  { name: given, body }: SentFile,
  key: string,
): Promise<Arrived> {
  const name = given.slice(0, NAME_SHOWN_CHARS);
  try {
    return { name, refusal: null, answer: await through(desk, route, { ...(await ask(name, body, desk)), key }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, refusal: error, answer: null };
  }
}

const NAME_SHOWN_CHARS = 255;
