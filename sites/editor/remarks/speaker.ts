import { type Colleague, MEMBER } from "./remarking.ts";
import { REMARKS as WORDS } from "./words.ts";

const SYSTEM = "system:";

/** The name of who said something or resolved a remark. A former member has the beginning of their id. */
export function speakerName(by: string, colleagues: readonly Colleague[]): string {
  if (by.startsWith(SYSTEM)) return WORDS.system;
  return colleagues.find(({ id }) => MEMBER + id === by)?.name ?? by.slice(by.indexOf(":") + 1).slice(0, 8);
}
