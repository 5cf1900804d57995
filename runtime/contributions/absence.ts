import { isOwnType } from "../../manifests/shapes/owner.ts";
import type { Contributions } from "./points.ts";

/** The reason why no active plugin renders sections of this type. */
export function absenceOf(type: string, { skipped, active }: Contributions): string {
  if (isOwnType(type)) return "the site has no content type of this name";
  const plugin = type.slice(0, type.indexOf("/"));
  const left = skipped.get(plugin);
  if (left && !active.some(({ id }) => id === plugin))
    return `plugin ${plugin} ${left.version} is skipped (${left.reason}: ${left.detail})`;
  const present = active.find(({ id }) => id === plugin);
  return present
    ? `plugin ${plugin} ${present.version} does not have this section`
    : `plugin ${plugin} is not installed`;
}
