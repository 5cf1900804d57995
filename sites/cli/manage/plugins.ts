/** The answers of a site's plugin API, with the members that these commands read. */
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

/** One item of an owner's consent, with its difference from the earlier consent. */
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
  /** Undefined at a site of an earlier release. */
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
  /** Additions between plugins; undefined at a site of an earlier release. */
  readonly contributes?: {
    readonly provides?: readonly { readonly name: string; readonly additions: readonly string[] }[];
    readonly extends?: readonly Addition[];
  };
  readonly grant: { readonly digest: string; readonly grantedBy: string; readonly grantedAt: number } | null;
  readonly difference: { readonly added: readonly Wish[]; readonly removed: readonly Wish[] };
  /** Everything that the owner consents to, one sentence each. */
  readonly consent: readonly Consent[];
  /** The rule for updates that take effect without a question. `own` is true if the plugin has its own rule. */
  readonly updates: { readonly rule: UpdateRule; readonly own: boolean };
  /** A newer version that waits for the owner's consent. */
  readonly waiting: WaitingView | null;
  /** Tool and prompt names without the plugin's prefix, which need the owner's consent. */
  readonly alone: readonly string[];
  readonly signedBy: readonly string[];
  /** The index of the plugin; undefined at a site of an earlier release. */
  readonly origin?: { readonly index: string; readonly publisher: string } | null;
}

/** A newly installed plugin, with the pages that change and the migrated data. */
export interface InstalledView extends PluginView {
  /** Names that other plugins already have. Undefined at a site of an earlier release. */
  readonly taken?: readonly { readonly name: string; readonly by: string }[];
  /** Undefined at a site of an earlier release. */
  readonly migrated?: {
    readonly from: string;
    readonly written: number;
    readonly deleted: number;
    readonly settings: boolean;
  } | null;
  /** Values of translations that differ with it. Undefined at a site of an earlier release. */
  readonly sharing?: {
    readonly total: number;
    readonly listed: readonly {
      readonly path: string;
      readonly field: string;
      readonly before?: unknown;
      readonly after?: unknown;
    }[];
  };
  /** Undefined at a site of an earlier release. */
  readonly touched?: {
    readonly total: number;
    readonly listed: readonly {
      readonly path: string;
      readonly sections: number;
      readonly section: string;
      readonly touch: "moved" | "kept" | "held" | "gone";
      /** Undefined at a site of an earlier release. */
      readonly each?: readonly { readonly section: string; readonly touch: "moved" | "kept" | "held" | "gone" }[];
    }[];
  };
}

export interface PluginList {
  readonly items: readonly PluginView[];
  readonly updates: UpdateRule;
  readonly demands: { readonly days: number; readonly signatures: number };
  readonly loader: LoaderReport;
}

export interface SettingsView {
  readonly version: number;
  /** Null if the plugin has no settings. */
  readonly schema: { readonly properties?: Readonly<Record<string, { readonly default?: unknown }>> } | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly secrets: readonly { readonly name: string; readonly set: boolean }[];
  readonly issues: readonly { readonly pointer: string; readonly found: string; readonly allowed: string }[];
}

export const pluginPath = (id: string, member = ""): string => `/api/plugins/${encodeURIComponent(id)}${member}`;

/** A plugin with its last failed calls, newest first. */
export interface PluginDetail extends PluginView {
  /** Pages that the waiting version would change. */
  readonly waitingTouches?: InstalledView["touched"] | null;
  /** Values of translations that the waiting version would change. */
  readonly waitingSharing?: InstalledView["sharing"] | null;
  readonly failures: readonly Omit<ListedCall, "number" | "digest">[];
}

export const fetchPlugin = (session: SiteSession, id: string): Promise<PluginDetail> => session.get(pluginPath(id));

/** The version that needs the owner's consent: the waiting one, or else the installed one. */
export const askedAbout = ({
  id,
  version,
  digest,
  requested,
  consent,
  waiting,
}: PluginView): Pick<PluginView, "id" | "version" | "digest" | "requested" | "consent"> =>
  waiting ? { id, ...waiting } : { id, version, digest, requested, consent };

/** True if the installed version has a grant, or needs none. */
export const isGranted = ({ requested, grant, digest }: PluginView): boolean =>
  Object.keys(requested).length === 0 || grant?.digest === digest;
