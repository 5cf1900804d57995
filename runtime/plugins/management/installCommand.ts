import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import { PACKAGES_MAX_BYTES, PLUGINS_INSTALLED_MAX } from "../../../manifests/bounds/plugins.ts";
import type { PluginOrigin } from "../../../manifests/distribution/claims.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { textDigest } from "../../../manifests/trust/digest.ts";
import { type InstalledVersion, afterInstalling } from "../../../manifests/trust/rollback.ts";
import type { VerifiedPackage } from "../../../manifests/trust/verify.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { actorName } from "../../area/actor.ts";
import type { Command, Envelope } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { Documents } from "../../documents/documents.ts";
import type { Powers } from "../../powers/powers.ts";
import { judgeFiles } from "../../rendering/judgeFiles.ts";
import type { PluginShelf } from "../states/shelf.ts";
import { addPlugin, installPlugin } from "./inputs.ts";
import { type TakenName, isSwitchedOn, requireNames, takenNames } from "../packages/nameCheck.ts";
import type { Packages, UploadedDocument } from "../packages/packages.ts";
import type { PackageTrust } from "../packages/packageTrust.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { Migrations, Prepared } from "../migrations/migrations.ts";
import { mayKeepTextsOf } from "../calls/report.ts";
import {
  idTaken,
  notBelieved,
  notListed,
  noRoom,
  otherIndex,
  otherPublisher,
  rolledBack,
  tooFewSignatures,
  tooYoung,
  unsafeFiles,
} from "./rejection.ts";
import { oldEnoughAt, type SiteDemands } from "../updates/demands.ts";
import type { PluginUpdates } from "../updates/pluginUpdates.ts";
import { touchedBy } from "./touched.ts";
import type { PluginInstalledView, SharingView } from "./views.ts";

export interface InstallParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly packages: Packages;
  readonly waiting: Packages;
  readonly pluginUpdates: PluginUpdates;
  readonly siteDemands: SiteDemands;
  readonly packageTrust: PackageTrust;
  readonly pluginReads: PluginReads;
  readonly migrations: Migrations;
}

interface Input {
  readonly document: string;
  readonly allowDowngrade: boolean;
  readonly alone?: readonly string[] | undefined;
}

/**
 * Installs a package, or another version of an installed plugin. A new plugin is disabled until a member enables it. An
 * update keeps the plugin's state, settings and data. It replaces the running version if it asks for nothing more and
 * the owner's rule allows. Otherwise it waits until an owner grants it. An update that would take another plugin's name
 * is refused.
 */
export function pluginInstall(parts: InstallParts): Command<Input, PluginInstalledView> {
  return {
    parse: parseWith(installPlugin),
    endsIsolates,
    async prepare(envelope, { document, ...wishes }) {
      const at = parts.powers.now();
      const verified = await believed(parts, envelope.site, document);
      const uploaded = { text: document, digest: await textDigest(document, (bytes) => parts.powers.sha256(bytes)) };
      const migration = await broughtOver(parts, envelope, verified);
      return () => commit(parts, envelope, { verified, uploaded, at, migration }, wishes);
    },
  };
}

/** A version that awaits consent has not replaced the running one. */
const endsIsolates = ({ id, waiting }: PluginInstalledView): string | undefined => (waiting ? undefined : id);

export interface AddInput extends Input, PluginOrigin {
  readonly plugin: string;
  readonly version: string;
  readonly digest: string;
  /** The time at which this deployment first read the version in the index, in milliseconds since the epoch. */
  readonly seen: number;
}

/**
 * Installs a package that an index lists. The index grants nothing; it only adds checks. A plugin stays with the index
 * and the publisher from which it was first added.
 */
export function pluginAdd(parts: InstallParts): Command<AddInput, PluginInstalledView> {
  const { prepare } = pluginInstall(parts);
  return {
    parse: parseWith(addPlugin),
    endsIsolates,
    async prepare(envelope, { plugin, version, digest, index, publisher, seen, ...wishes }) {
      const listed = { document: wishes.document, plugin, version, digest, seen };
      const { signedBy } = await listedPackage(parts, envelope.site, listed);
      const install = await prepare(envelope, wishes);
      return () => {
        requireOrigin(parts.packages.origin(envelope.site, plugin), plugin, { index, publisher }, signedBy);
        const installed = install();
        parts.packages.pin(envelope.site, plugin, { index, publisher });
        return { ...installed, origin: { index, publisher } };
      };
    },
  };
}

/** Verifies a package, and that it is the one in the index. */
export async function listedPackage(
  parts: BelievingParts & Pick<InstallParts, "powers">,
  site: string,
  { document, plugin, version, digest, seen }: Pick<AddInput, "document" | "plugin" | "version" | "digest" | "seen">,
): Promise<VerifiedPackage> {
  const verified = await believed(parts, site, document);
  const { manifest, digest: found } = verified;
  if (manifest.id !== plugin) throw notListed("plugin", manifest.id, plugin);
  if (manifest.version !== version) throw notListed("version", manifest.version, version);
  if (found !== digest) throw notListed("digest", found, digest);
  const demands = parts.siteDemands.of(site);
  const from = oldEnoughAt(seen, demands);
  if (parts.powers.now() < from) throw tooYoung(version, demands.days, from);
  return verified;
}

/** Requires the plugin's index and publisher. A publisher changes its key with a package that both keys have signed. */
export function requireOrigin(
  origin: PluginOrigin | null,
  plugin: string,
  claim: PluginOrigin,
  signedBy: readonly string[],
): void {
  if (origin && origin.index !== claim.index) throw otherIndex(plugin, claim.index, origin.index);
  for (const { publisher } of origin ? [claim, origin] : [claim])
    if (!signedBy.includes(publisher)) throw otherPublisher(plugin, publisher, signedBy);
}

type BelievingParts = Pick<InstallParts, "packageTrust" | "plugins" | "siteDemands">;

async function believed(
  { packageTrust, plugins, siteDemands }: BelievingParts,
  site: string,
  document: string,
): Promise<VerifiedPackage> {
  const verification = await packageTrust.verify(document);
  if (!verification.ok) throw notBelieved(verification.error);
  const { manifest, files, signedBy } = verification.value;
  if (plugins.isFirstParty(manifest.id)) throw idTaken(manifest.id);
  const { signatures } = siteDemands.of(site);
  if (signedBy.length < signatures) throw tooFewSignatures(signedBy, signatures);
  const issues = judgeFiles(manifest, files);
  if (issues.length > 0) throw unsafeFiles(issues.slice(0, ISSUES_MAX));
  return verification.value;
}

/**
 * Prepares the migration of the plugin's data, if the update replaces a running version. A waiting version runs no code
 * before an owner has agreed.
 */
async function broughtOver(
  { migrations, pluginUpdates }: InstallParts,
  { site, actor, isRehearsed = false }: Envelope,
  plugin: VerifiedPackage,
): Promise<Prepared | undefined> {
  migrations.requireKnownForm(site, plugin);
  if (!pluginUpdates.inUse(site, plugin.manifest.id)) return undefined;
  if (pluginUpdates.whyWaits(site, { plugin, signedBy: plugin.signedBy }) !== undefined) return undefined;
  return migrations.prepare({
    site,
    plugin,
    actor: actorName(actor),
    isRehearsed,
    mayKeepTexts: mayKeepTextsOf(plugin),
  });
}

interface Believed {
  readonly migration: Prepared | undefined;
  readonly verified: VerifiedPackage;
  readonly uploaded: UploadedDocument;
  /** The time of the verification, in milliseconds since the epoch. */
  readonly at: number;
}

function commit(
  parts: InstallParts,
  { site, actor }: Envelope,
  { verified, uploaded, at, migration }: Believed,
  { allowDowngrade, alone }: Wishes,
): PluginInstalledView {
  const { powers, documents, packages, waiting, packageTrust, pluginUpdates, pluginReads } = parts;
  const { id } = verified.manifest;
  requireAfter(verified, packages.highest(site, id), allowDowngrade);
  requireRoom(parts, site, verified, uploaded);
  requireUpdate(parts, site, verified, alone);
  const brought = { actor: actorName(actor), at: powers.now() };
  packageTrust.learn(uploaded.digest, verified, verified.signedBy, at);
  const sharing = sharingOf(parts, site, verified);
  const failure = migration?.failure;
  const takesOver =
    !failure && pluginUpdates.whyWaits(site, { plugin: verified, signedBy: verified.signedBy }) === undefined;
  // A member may have read a waiting version of the same number, so no other bytes may get this number.
  requireAfter(verified, waiting.find(site, id), takesOver || allowDowngrade);
  const ready = migration && !migration.failure ? migration : undefined;
  if (takesOver) pluginUpdates.takeOver(site, verified, uploaded, { ...brought, carriesGrant: true, migration: ready });
  else pluginUpdates.wait(site, verified, uploaded, brought);
  if (failure) pluginUpdates.fail(site, verified, failure);
  return {
    ...pluginReads.view(site, id),
    touched: touchedBy(documents, site, verified.manifest),
    sharing,
    taken: takenFrom(parts.plugins, site, verified),
    migrated: takesOver ? (ready?.migrated ?? null) : null,
  };
}

function requireAfter(
  { manifest: { version }, digest }: VerifiedPackage,
  before: InstalledVersion | undefined,
  allowDowngrade: boolean,
): void {
  const after = afterInstalling({ version, digest }, before, { allowDowngrade });
  if (!after.ok) throw rolledBack(after.error);
}

/**
 * Names that keep a plugin from being enabled, because other plugins have them. An enabled plugin already has its
 * names.
 */
export function takenFrom(plugins: PluginShelf, site: string, after: PackedPlugin): TakenName[] {
  const installed = plugins.installed(site);
  const before = installed.find((one) => one.plugin.manifest.id === after.manifest.id && isSwitchedOn(one))?.plugin;
  return takenNames({ before, after, agreed: [] }, installed);
}

/** The values of translations that a version shows differently from the installed one. */
export function sharingOf(
  { pluginUpdates }: Pick<InstallParts, "pluginUpdates">,
  site: string,
  plugin: PackedPlugin,
): SharingView {
  const { total, listed } = pluginUpdates.sharing(site, plugin);
  return { total, listed: [...listed] };
}

type Wishes = Omit<Input, "document">;

/** Checks the names that an update would take. A disabled plugin takes none; enabling it checks them. */
function requireUpdate(
  { plugins }: InstallParts,
  site: string,
  verified: VerifiedPackage,
  agreed: readonly string[] = [],
): void {
  const installed = plugins.installed(site);
  const present = installed.find(({ plugin }) => plugin.manifest.id === verified.manifest.id);
  if (present && isSwitchedOn(present)) requireNames({ before: present.plugin, after: verified, agreed }, installed);
}

function requireRoom(
  { packages, waiting }: InstallParts,
  site: string,
  { manifest: { id } }: PackedPlugin,
  { text }: UploadedDocument,
): void {
  const others = packages.ofSite(site).filter(({ plugin }) => plugin !== id).length;
  if (others >= PLUGINS_INSTALLED_MAX) throw noRoom("plugins", others + 1, PLUGINS_INSTALLED_MAX);
  // Leaves out the plugin's own packages: one is replaced, and the new one is counted below.
  const usedBytes = [packages, waiting]
    .map((shelf) => shelf.find(site, id)?.bytes ?? 0)
    .reduce((sum, size) => sum + size, 0);
  const bytes = packages.bytes() + waiting.bytes() - usedBytes + utf8Length(text);
  if (bytes > PACKAGES_MAX_BYTES) throw noRoom("bytes", bytes, PACKAGES_MAX_BYTES);
}
