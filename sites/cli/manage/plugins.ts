/** A site's plugins as its API shows them, as far as these commands look at them. */
import type { LoaderReport } from "../../../manifests/loaderState.ts";
import type { Waits } from "../../../runtime/plugins/updates/waits.ts";
import type { UpdateRule } from "../../../runtime/plugins/updates/updateRules.ts";
import type { ListedCall } from "./call.ts";
import type { MigrationFailure } from "../site/migrationFailure.ts";
import type { SiteSession } from "../site/session.ts";

interface Wish {
  readonly pointer: string;
  readonly value: string | number | boolean;
}

/** One thing that an owner agrees to, with its difference from what was agreed to before. */
export interface Consent {
  readonly says: string;
  readonly reason: string | null;
  readonly needsGrant: boolean;
  readonly change: "added" | "widened" | "narrowed" | "changed" | "removed" | null;
  readonly was: string | null;
}

interface Addition {
  readonly name: string;
  readonly point: string;
  readonly skipped: { readonly reason: string; readonly detail: string } | null;
}

type Requested = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface WaitingView {
  readonly version: string;
  readonly digest: string;
  readonly why: Waits;
  /** Absent where the site is of an earlier release. */
  readonly failure?: MigrationFailure | null;
  readonly distrust: string | null;
  readonly requested: Requested;
  readonly consent: readonly Consent[];
}

export interface PluginView {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly kind: "declarative" | "executable";
  readonly digest: string;
  readonly source: "first-party" | "installed";
  readonly state: "enabled" | "disabled" | "quarantined" | "revoked";
  readonly active: boolean;
  readonly skipped: { readonly reason: string; readonly detail: string } | null;
  readonly probation: { readonly since: number; readonly reason: string } | null;
  readonly requested: Requested;
  /** Additions between plugins; absent where the site is of an earlier release. */
  readonly contributes?: {
    readonly provides?: readonly { readonly name: string; readonly additions: readonly string[] }[];
    readonly extends?: readonly Addition[];
  };
  readonly grant: { readonly digest: string; readonly grantedBy: string; readonly grantedAt: number } | null;
  readonly difference: { readonly added: readonly Wish[]; readonly removed: readonly Wish[] };
  /** Everything an owner agrees to, one sentence each. */
  readonly consent: readonly Consent[];
  /** Updates that take over without a question. */
  readonly updates: { readonly rule: UpdateRule; readonly own: boolean };
  /** A version beside this one that waits for an owner. */
  readonly waiting: WaitingView | null;
  /** Names an owner has to agree to. */
  readonly alone: readonly string[];
  readonly signedBy: readonly string[];
  /** The index that it was added from; absent where the site is of an earlier release. */
  readonly origin?: { readonly index: string; readonly publisher: string } | null;
}

/** A plugin that was just installed, with the pages that this version shows in another way, and the data it brought over. */
export interface InstalledView extends PluginView {
  /** Names of the plugin that others have. Absent where the site is of an earlier release. */
  readonly taken?: readonly { readonly name: string; readonly by: string }[];
  /** Absent where the site is of an earlier release. */
  readonly migrated?: {
    readonly from: string;
    readonly written: number;
    readonly deleted: number;
    readonly settings: boolean;
  } | null;
  /** Absent where the site is of an earlier release. */
  readonly touched?: {
    readonly total: number;
    readonly listed: readonly {
      readonly path: string;
      readonly sections: number;
      readonly section: string;
      readonly touch: "moved" | "kept" | "held" | "gone";
      /** Absent where the site is of an earlier release. */
      readonly each?: readonly { readonly section: string; readonly touch: "moved" | "kept" | "held" | "gone" }[];
    }[];
  };
}

export interface PluginList {
  readonly items: readonly PluginView[];
  readonly loader: LoaderReport;
}

export interface SettingsView {
  readonly version: number;
  /** Nothing where the plugin has no settings. */
  readonly schema: { readonly properties?: Readonly<Record<string, { readonly default?: unknown }>> } | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly secrets: readonly { readonly name: string; readonly set: boolean }[];
  readonly issues: readonly { readonly pointer: string; readonly found: string; readonly allowed: string }[];
}

export const pluginPath = (id: string, member = ""): string => `/api/plugins/${encodeURIComponent(id)}${member}`;

/** A plugin with its last failed calls, newest first. */
export interface PluginDetail extends PluginView {
  /** Pages that the waiting version shows in another way. */
  readonly waitingTouches?: InstalledView["touched"] | null;
  readonly failures: readonly Omit<ListedCall, "number" | "digest">[];
}

export const pluginOf = (session: SiteSession, id: string): Promise<PluginDetail> => session.get(pluginPath(id));

/** The version that an owner is asked about: the one that waits, or else the installed one. */
export const askedAbout = ({
  id,
  version,
  digest,
  requested,
  consent,
  waiting,
}: PluginView): Pick<PluginView, "id" | "version" | "digest" | "requested" | "consent"> =>
  waiting ? { id, ...waiting } : { id, version, digest, requested, consent };

/** Tells whether the plugin has everything that it asks for. */
export const isGranted = ({ requested, grant, digest }: PluginView): boolean =>
  Object.keys(requested).length === 0 || grant?.digest === digest;
