import { reader } from "../../../words/reader.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Desk } from "../desk/desk.ts";
import { listedColumns, type ListedType } from "./columns.ts";

/** The type that the address names. A type of an inactive plugin has its entries, and makes none. */
export async function listedType({ workspace, member, request }: Desk): Promise<ListedType> {
  const named = new URL(request.url).searchParams.get("type");
  const asked = { language: reader().language };
  const { contentTypes, inactiveTypes } = expectValue(await workspace.read("catalogue", member.site, asked));
  const active = contentTypes.find(({ type }) => type === named);
  const found = active ?? inactiveTypes.find(({ type }) => type === named);
  if (!found) throw new Refusal("NOT_FOUND");
  return { ...found, columns: listedColumns(found), isActive: active !== undefined };
}
