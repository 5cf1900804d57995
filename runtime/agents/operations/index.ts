import type { OperationName } from "../../../manifests/agents/operation.ts";
import { describeForm } from "./form.ts";
import { listPublicPages } from "./list.ts";
import type { Answering } from "./operation.ts";
import { readPage } from "./read.ts";
import { resolveAddress } from "./resolve.ts";
import { searchPublicPages } from "./search.ts";
import { describeSite } from "./site.ts";
import { describeType } from "./type.ts";

/** The answers to the operations of a site, by name. */
export const ANSWERS: Readonly<Record<OperationName, Answering>> = {
  list: listPublicPages,
  search: searchPublicPages,
  read: readPage,
  resolve: resolveAddress,
  site: describeSite,
  form: describeForm,
  type: describeType,
};
