/**
 * Which drafts a call may write, and for whom. A grant says what a plugin may ever write; this says what one call of it
 * may, which is never more than the member who caused the call might write by hand.
 */
import type { Contributes } from "../../manifests/manifest.ts";
import type { Behalf } from "../actor.ts";
import type { DocumentKind } from "../content.ts";
import type { Permission, Role } from "../permissions.ts";
import { can } from "../permissions.ts";
import type { EntryPoint, Writes } from "./calls.ts";

/** What changing a document by hand needs. */
const NEEDS: Readonly<Record<DocumentKind, Permission>> = {
  page: "content.edit", navigation: "content.edit", redirects: "content.edit", theme: "theme.edit", settings: "theme.edit",
};
const KINDS = Object.keys(NEEDS) as DocumentKind[];

type Effect = { readonly effect?: "read" | "write" } | undefined;

const declaresWriting = (item: Effect): boolean => item?.effect === "write";

export const writesForMember = (item: Effect, role: Role, behalf: Behalf): Writes | undefined =>
  declaresWriting(item) ? { kinds: KINDS.filter((kind) => can(role, NEEDS[kind])), behalf } : undefined;

export const writesOfHook = ({ hooks = [] }: Contributes, name: string): Writes | undefined =>
  declaresWriting(hooks.find(({ on }) => on === name)) ? { kinds: KINDS } : undefined;

/** The declaration an entry point of a plugin stands by. What computes data and what is read never writes. */
export const declaredEffect = ({ hooks, routes, mcp }: Contributes, point: EntryPoint, name: string): Effect =>
  point === "hooks" ? hooks?.find(({ on }) => on === name)
  : point === "routes" ? routes?.find((route) => route.name === name)
  : point === "tools" ? mcp?.tools?.find((tool) => tool.name === name)
  : undefined;
