/**
 * Decides which drafts one call may write, and for which member. The grant limits the plugin as a whole. In addition, a
 * call never writes more than the member who caused it could write by hand.
 */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Behalf } from "../../area/actor.ts";
import type { DocumentKind } from "../../documents/content/content.ts";
import { type Permission, type Role, can } from "../../commands/permissions.ts";
import type { EntryPoint, Writes } from "./calls.ts";

/** The permission that a member needs to edit each kind of document. */
const NEEDS: Readonly<Record<DocumentKind, Permission>> = {
  page: "content.edit",
  navigation: "content.edit",
  redirects: "content.edit",
  theme: "theme.edit",
  settings: "theme.edit",
  types: "theme.edit",
};
const KINDS = Object.keys(NEEDS) as DocumentKind[];

type Effect = { readonly effect?: "read" | "write" } | undefined;

const declaresWriting = (item: Effect): boolean => item?.effect === "write";

export const writesForMember = (item: Effect, role: Role, behalf: Behalf): Writes | undefined =>
  declaresWriting(item) ? { kinds: KINDS.filter((kind) => can(role, NEEDS[kind])), behalf } : undefined;

export const writesOfHook = ({ hooks = [] }: Contributes, name: string): Writes | undefined =>
  declaresWriting(hooks.find(({ on }) => on === name)) ? { kinds: KINDS } : undefined;

/** The effect that a manifest declares for a function. Data functions and resources never write. */
export const declaredEffect = ({ hooks, routes, mcp }: Contributes, point: EntryPoint, name: string): Effect =>
  point === "hooks"
    ? hooks?.find(({ on }) => on === name)
    : point === "routes"
      ? routes?.find((route) => route.name === name)
      : point === "tools"
        ? mcp?.tools?.find((tool) => tool.name === name)
        : undefined;
