/**
 * All verbs of a lease, one row each. Verbs take batches, because a call across the worker boundary costs about 160 µs
 * and parallel calls are no faster.
 */
import type * as z from "zod/mini";
import { joinedTables } from "../manifests/joinedTables.ts";
import type { DeepReadonly } from "../manifests/shapes/shape.ts";
import { CONSOLE } from "./verbs/console.ts";
import { CONTENT, CONTENT_TEXT } from "./verbs/content.ts";
import { HTTP, HTTP_TEXT } from "./verbs/http.ts";
import { MAIL, MAIL_TEXT } from "./verbs/mail.ts";
import { MEDIA, MEDIA_TEXT } from "./verbs/media.ts";
import { READERS, READERS_TEXT } from "./verbs/readers.ts";
import { STORAGE, STORAGE_TEXT } from "./verbs/storage.ts";
import type { VerbRow } from "./verbs/verb.ts";

export const CONTRACT = joinedTables<
  typeof STORAGE & typeof CONTENT & typeof MEDIA & typeof HTTP & typeof MAIL & typeof READERS & typeof CONSOLE
>("verb", [STORAGE, CONTENT, MEDIA, HTTP, MAIL, READERS, CONSOLE]);

/** The capabilities that are members of `ctx`, in the order of the authors' types. */
export const CONTEXT = {
  storage: STORAGE_TEXT,
  content: CONTENT_TEXT,
  media: MEDIA_TEXT,
  http: HTTP_TEXT,
  mail: MAIL_TEXT,
  readers: READERS_TEXT,
} as const;

export type Verb = keyof typeof CONTRACT;
/** The input of a verb, as its row's shape parses it. */
export type VerbInput<V extends Verb> = z.infer<(typeof CONTRACT)[V]["input"]>;
export type VerbAnswer<V extends Verb> = DeepReadonly<z.infer<(typeof CONTRACT)[V]["answer"]>>;

/** The row of a verb, typed so that any capability can use it. */
export const verbRow = (verb: Verb): VerbRow<never> => CONTRACT[verb];

export const isVerb = (name: string): name is Verb => Object.hasOwn(CONTRACT, name);
