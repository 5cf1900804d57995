import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Route } from "../../api/request/route.ts";
import type { Desk } from "./desk.ts";
import type { SentFile } from "./sent.ts";
import { sentParts } from "./sent.ts";
import type { ApiQuestion } from "./through.ts";
import { notInForm, through } from "./through.ts";

/** The result of one file of a form: stored, or the reason why not. */
export interface Arrived {
  readonly name: string;
  readonly refusal: Refusal | null;
  /** The answer of the API; null if it refused. */
  readonly answer: unknown;
}

/** The handling of the files of a page's form. */
export interface FileTaking {
  readonly route: Route;
  /** The request for one file, without its number. `name` is as the sender's system has it, cut to a bound. */
  ask(name: string, body: SentFile["body"]): Omit<ApiQuestion, "key">;
  /** The address to which the browser is sent when every file was taken, with what the API answered to each. */
  after(answers: readonly unknown[]): string;
}

/**
 * Sends the files of a form one after the other, each as a request of its own. So one that is refused keeps no other
 * from being taken. The form's number names each of them, so that sending the form twice takes nothing twice.
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
    return { name, refusal: null, answer: await through(desk, route, { ...ask(name, body), key }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, refusal: error, answer: null };
  }
}

const NAME_SHOWN_CHARS = 255;
