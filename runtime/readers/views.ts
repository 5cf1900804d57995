/** The inputs and answers of the API about readers with an account. */
import * as z from "zod/mini";
import { AUDIENCE_MAX_GROUPS } from "../../manifests/bounds/logins.ts";
import { described } from "../commands/described.ts";
import { EVERY_READER, readerGroup } from "../documents/content/audience.ts";
import { isMailAddress, mailAddressOf } from "../forms/mailAddress.ts";

export const readerId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a reader"));

export const readerAddress = z
  .string()
  .check(z.trim(), z.overwrite(mailAddressOf), z.refine(isMailAddress, "one email address, such as ann@example.com"));

const groups = z.array(readerGroup).check(
  z.maxLength(AUDIENCE_MAX_GROUPS),
  z.refine((names) => new Set(names).size === names.length, "each group once"),
  z.refine((names) => !names.includes(EVERY_READER), `no ${EVERY_READER}, which every reader is in`),
);

export const addReader = z.strictObject({
  address: described(readerAddress, "The email address with which the reader signs in."),
  groups: described(z._default(groups, []), "The groups of the reader, such as paid. Default: none."),
  letter: described(z._default(z.boolean(), false), "True sends an invitation with a sign-in link. Default: false."),
});

export const setReaderGroups = z.strictObject({
  reader: readerId,
  groups: described(groups, "All groups of the reader, such as paid."),
});

export const removeReader = z.strictObject({ reader: readerId });

export const readerChanged = z.strictObject({ id: readerId });
export type ReaderChanged = z.infer<typeof readerChanged>;

const readerView = z.strictObject({
  id: readerId,
  address: z.string(),
  groups: z.array(z.string()),
  madeAt: z.int(),
  /** The member who added the reader, as audit names members. Null for a reader who signed up. */
  madeBy: z.nullable(z.string()),
  /** The last time at which the reader signed in. */
  seenAt: z.nullable(z.int()),
});
export type ReaderView = z.infer<typeof readerView>;

export const readersView = z.strictObject({
  items: z.array(readerView),
  next: z.nullable(z.string()),
  /** The number of all readers. */
  total: z.int(),
  /** The groups that readers are in. */
  groups: z.array(z.string()),
});
export type ReadersView = z.infer<typeof readersView>;
