import { reader } from "../../../words/reader.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Desk } from "../desk/desk.ts";
import { listedColumns, type ListedType } from "./columns.ts";

/** The type that the address names. */
export async function listedType({ workspace, member, request }: Desk): Promise<ListedType> {
  const named = new URL(request.url).searchParams.get("type");
  const { contentTypes } = expectValue(await workspace.read("catalogue", member.site, { language: reader().language }));
  const found = contentTypes.find(({ type }) => type === named);
  if (!found) throw new Refusal("NOT_FOUND");
  return { ...found, columns: listedColumns(found) };
}
