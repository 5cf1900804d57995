import type { CatalogueView, PageView } from "../../../runtime/editing/views.ts";
import type { ApiAnswer } from "../../requests/answer.ts";

type TypeView = CatalogueView["contentTypes"][number];

interface Reader {
  read<T>(path: string): Promise<ApiAnswer<T>>;
}

/** The type with the sections of the template with which the site begins new entries. */
export async function withTemplate(client: Reader, type: TypeView): Promise<TypeView> {
  if (type.template === undefined) return type;
  const answer = await client.read<PageView>(`/api/pages/${type.template}`);
  return answer.ok ? { ...type, sections: answer.value.body.body.sections } : type;
}
