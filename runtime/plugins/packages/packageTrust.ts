import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import { fromBase64url } from "../../../manifests/bytes/base64.ts";
import { hexOf } from "../../../manifests/bytes/hex.ts";
import { type Provenance, type ProvenanceReason, readProvenance } from "../../../manifests/distribution/provenance.ts";
import type { Result } from "../../../manifests/result.ts";
import { textDigest } from "../../../manifests/trust/digest.ts";
import { type Keyring, readKeyring, steadyAround } from "../../../manifests/trust/keyring.ts";
import { openPackage } from "../../../manifests/trust/package.ts";
import { distrust } from "../../../manifests/trust/untrusted.ts";
import { type Verification, Verifier } from "../../../manifests/trust/verifier.ts";
import type { Powers } from "../../powers/powers.ts";
import type { PackageDistrust } from "../../contributions/installed.ts";
import type { PackageRow, Packages } from "./packages.ts";
import type { TrustChanges } from "./trustChanges.ts";
import { isWithin } from "../../../manifests/memory/span.ts";

/** The current verdict on a package. */
export interface PackageVerdict {
  readonly distrust?: PackageDistrust;
  /** The plugin. For an untrusted package it has no files, and only the package's claims about itself. */
  readonly plugin: PackedPlugin;
  readonly signedBy: readonly string[];
}

/** A keyring for operators: the thumbprints of its keys, and invalid entries with reasons. */
export interface KeyringView {
  readonly keys: readonly string[];
  readonly refused: readonly Issue[];
}

interface Window {
  readonly from: number;
  readonly until: number;
}

const NEVER: Window = { from: Infinity, until: -Infinity };

/**
 * Decides whether to trust each package of a workspace, by verifying the stored text. It does so when the object wakes,
 * and again when a key becomes valid, expires or is revoked. In between, reading a verdict is synchronous.
 */
export class PackageTrust {
  readonly #powers: Powers;
  readonly #shelves: readonly Packages[];
  readonly #verifier: Verifier;
  readonly #trustKeys: string;
  readonly #changes: TrustChanges;
  readonly #judged = new Map<string, PackageVerdict>();
  #keyring: Promise<Keyring> | undefined;
  #keyringView: KeyringView = { keys: [], refused: [] };
  #holds = NEVER;
  #preparing: Promise<void> | undefined;
  #judgements = 0;

  constructor(
    powers: Powers,
    shelves: readonly Packages[],
    { trustKeys, trustChanges }: { readonly trustKeys: string; readonly trustChanges: TrustChanges },
  ) {
    this.#powers = powers;
    this.#shelves = shelves;
    this.#trustKeys = trustKeys;
    this.#changes = trustChanges;
    this.#verifier = new Verifier((bytes) => powers.sha256(bytes));
  }

  /** True while the verdicts are valid. */
  get isSteady(): boolean {
    return isWithin(this.#holds, this.#powers.now());
  }

  /** The trusted keys, and the invalid entries of the deployment's list. Both are empty before the first verdict. */
  get keyringView(): KeyringView {
    return this.#keyringView;
  }

  /** Counts the times that verdicts may have changed. */
  get judgements(): number {
    return this.#judgements;
  }

  /**
   * Makes the verdicts, if they are not valid any more. Callers await this before reading one. True if verdicts were
   * made.
   */
  async prepare(): Promise<boolean> {
    if (this.isSteady) return false;
    await this.#judgedAnew();
    return true;
  }

  async verify(text: string): Promise<Verification> {
    return this.#verifier.verify(text, await this.#read(), this.#powers.now());
  }

  /** Reads the statement about the origin of a package. A key of the present ring that may sign it must have signed. */
  async provenance(
    text: string,
    { manifest: { id }, manifestText }: PackedPlugin,
  ): Promise<Result<Provenance, ProvenanceReason>> {
    const digest = await textDigest(manifestText, (bytes) => this.#powers.sha256(bytes));
    const sha256 = hexOf(fromBase64url(digest.replace(/^sha256-/, "")));
    return readProvenance(new TextEncoder().encode(text), { id, sha256 }, await this.#read(), this.#powers.now());
  }

  /**
   * Judges all packages again after the operator changed the keys, even if a judgement by the old keys is running.
   * Until it is done the old verdicts are valid, so that adding a key interrupts nothing.
   */
  async keysChanged(): Promise<void> {
    await this.#changes.renew();
    await this.#preparing;
    this.#keyring = undefined;
    await this.#judgedAnew();
  }

  #judgedAnew(): Promise<void> {
    this.#preparing ??= this.#judgeAll().finally(() => (this.#preparing = undefined));
    return this.#preparing;
  }

  #read(): Promise<Keyring> {
    this.#keyring ??= this.#changes
      .read()
      .then((changes) => readKeyring(this.#trustKeys, (bytes) => this.#powers.sha256(bytes), changes));
    return this.#keyring;
  }

  /**
   * Adds the verdict on a package that was verified at `at`; the caller stores the same text. If a key became valid,
   * expired or was revoked since `at`, all packages are judged again before the next read.
   */
  learn(document: string, plugin: PackedPlugin, signedBy: readonly string[], at: number): void {
    if (at < this.#holds.from || at >= this.#holds.until) this.#holds = NEVER;
    this.#keep(nameOf({ document, plugin: plugin.manifest.id, digest: plugin.digest }), {
      plugin,
      signedBy,
    });
  }

  of(row: PackageRow): PackageVerdict {
    const judged = this.#judged.get(nameOf(row));
    if (!judged) throw new Error(`there is no verdict on the package of ${row.plugin}`);
    return judged;
  }

  async #judgeAll(): Promise<void> {
    const keyring = await this.#read();
    this.#keyringView = { keys: [...keyring.keys.keys()], refused: keyring.refused };
    const now = this.#powers.now();
    for (const shelf of this.#shelves) for (const row of shelf.all()) await this.#judge(shelf, row);
    const installed = new Set(this.#shelves.flatMap((shelf) => shelf.all().map(nameOf)));
    for (const name of this.#judged.keys()) if (!installed.has(name)) this.#judged.delete(name);
    this.#holds = steadyAround(keyring, now);
  }

  async #judge(shelf: Packages, row: PackageRow): Promise<void> {
    const name = nameOf(row);
    const present = shelf.find(row.site, row.plugin);
    // A package that was replaced during this loop has its verdict from `learn`.
    if (!present || nameOf(present) !== name) return;
    const text = shelf.textOf(row);
    const verified = await this.verify(text);
    this.#keep(name, await this.#verdict(row, text, verified));
  }

  #keep(name: string, judged: PackageVerdict): void {
    this.#judged.set(name, judged);
    this.#judgements += 1;
  }

  async #verdict(row: PackageRow, text: string, verified: Verification): Promise<PackageVerdict> {
    if (verified.ok && isOf(row, verified.value)) return { plugin: verified.value, signedBy: verified.value.signedBy };
    const reason = verified.ok ? OTHER_PACKAGE : distrust(verified.error);
    return { distrust: reason, plugin: await this.#lastTrusted(row, text), signedBy: [] };
  }

  /** The plugin as it was trusted when installed: its manifest if the text is unchanged, otherwise only its name. */
  async #lastTrusted(row: PackageRow, text: string): Promise<PackedPlugin> {
    const opened = openPackage(text);
    const manifestText = opened.ok ? opened.value.manifestText : "";
    const isSame = (await textDigest(manifestText, (bytes) => this.#powers.sha256(bytes))) === row.digest;
    const manifest = isSame ? readManifest(manifestText) : undefined;
    return { manifest: manifest?.ok ? manifest.value : nameOnly(row), manifestText, digest: row.digest, files: {} };
  }
}

/** A key for verdicts. Rows with the same key have the same plugin and text. */
const nameOf = ({ document, plugin, digest }: Pick<PackageRow, "document" | "plugin" | "digest">): string =>
  `${document} ${plugin} ${digest}`;

const isOf = ({ plugin, digest }: PackageRow, { manifest, digest: found }: PackedPlugin): boolean =>
  manifest.id === plugin && found === digest;

const OTHER_PACKAGE: PackageDistrust = {
  reason: "digest_mismatch",
  detail: "the stored package is not the package that was installed",
};

const nameOnly = ({ plugin: id, version, name }: PackageRow): Manifest => ({
  manifestVersion: 1,
  id,
  version,
  name,
  kind: "declarative",
  engine: "*",
  contributes: {},
});
