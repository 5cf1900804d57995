/**
 * A workspace with one site for an author's tests, with the plugin and others that it needs. Kernel, lender and sandbox
 * are the real ones; the test supplies the internet and the clock.
 */
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Fault } from "../../../manifests/faults/fault.ts";
import { TIMED_HOOKS } from "../../../manifests/hooks/lookup.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { type Kernel, createKernel } from "../../../runtime/kernel.ts";
import { type EntryPoint, NO_CALLS } from "../../../runtime/plugins/calls/calls.ts";
import type { ActivePlugin } from "../../../runtime/contributions/installed.ts";
import type { RouteMethod } from "../../../runtime/plugins/calls/declaredRoutes.ts";
import { StorageRows } from "../../../runtime/plugins/storage/storageRows.ts";
import type { StoredRow } from "../../../runtime/plugins/storage/storageUse.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { Powers } from "../../../runtime/powers/powers.ts";
import { askLoader } from "../../../sandbox/availability.ts";
import type { EarlierData } from "../../platform/rehearsal/earlierData.ts";
import { LeasedCalls } from "../workspace/plugins/pluginCalls.ts";
import { FREE_TURNS } from "../workspace/plugins/trialTurns.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import { sealingWith } from "../workspace/plugins/sealing.ts";
import { wait } from "../workspace/object/wait.ts";
import { type ActionWish, questionOf } from "./actionQuestion.ts";
import { ScriptedInternet } from "./internet.ts";
import { type PictureWish, Pictures } from "./pictures.ts";
import { signedDelivery } from "./signedDelivery.ts";
import { type Witnessed, Witness } from "./witness.ts";
import { declaredEffect, writesForMember } from "../../../runtime/plugins/calls/writes.ts";

/** A plugin's id, and its signed package. */
export interface Signed {
  readonly plugin: string;
  readonly document: string;
}

export interface RehearsalOpening extends Signed {
  /** Further plugins of the author, which are enabled first. */
  readonly beside: readonly Signed[];
  /** The public keys that the site trusts. */
  readonly trustKeys: string;
  /** First-party plugins that the plugin may need. */
  readonly pack: readonly PackedPlugin[];
  readonly settings?: unknown;
  readonly from?: EarlierData;
}

/** The target plugin; by default the author's. */
interface OfPlugin {
  readonly plugin?: string;
}

export interface RouteWish extends OfPlugin {
  readonly name: string;
  readonly method?: RouteMethod;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The caller's role; null for a visitor. */
  readonly as: Role | null;
}

export interface WebhookWish extends OfPlugin {
  readonly name: string;
  readonly text: string;
  /** Further headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallWish extends OfPlugin {
  readonly point: EntryPoint;
  readonly name: string;
  readonly input: unknown;
}

const SITE = "main";
/** Signs in place of a secret that is not set. The site refuses the request before it compares. */
const NO_SECRET = "dW5zZXQ=";
const ORIGIN = "https://site.example";
const ACTOR = { kind: "member", id: "author" } as const;
const WORDS = { name: "Rehearsal", language: "en" };

const document = {
  pages: [{ id: "home", path: "/", title: "Home", sections: [] }],
  navigation: { menus: { header: [], footer: [] } },
  redirects: { entries: [] },
  settings: WORDS,
};

const rowOf = ([key, value]: readonly [string, unknown]): StoredRow => ({
  key,
  value: JSON.stringify(value) ?? "null",
});

export class Rehearsal {
  readonly internet = new ScriptedInternet();
  readonly lines: string[] = [];
  readonly #pictures = new Pictures();
  readonly #powers: Powers;
  readonly #kernel: Kernel;
  readonly #plugin: string;
  #witness = new Witness(NO_CALLS);

  private constructor(powers: Powers, sandbox: PluginSandbox, { trustKeys, pack, plugin }: RehearsalOpening) {
    const outside = {
      fetch: (url: string, init: RequestInit) => this.internet.fetch(url, init),
      log: (line: string) => void this.lines.push(line),
    };
    this.#powers = powers;
    this.#plugin = plugin;
    this.#kernel = createKernel(powers, {
      pack,
      trustKeys,
      askLoader: () => askLoader(sandbox),
      sealing: sealingWith(powers.newId() + powers.newId()),
      wait,
      readMedia: async (_tenant, path) => this.#pictures.read(path),
      pluginCalls: (parts) =>
        (this.#witness = new Witness(new LeasedCalls(parts, { sandbox, outside, trialTurns: FREE_TURNS }))),
    });
  }

  /** Opens a rehearsal. Installs, grants and enables the plugin, as an owner would. */
  static async open(powers: Powers, sandbox: PluginSandbox, opening: RehearsalOpening): Promise<Rehearsal> {
    const rehearsal = new Rehearsal(powers, sandbox, opening);
    await rehearsal.#open(opening);
    return rehearsal;
  }

  async #open({ document: text, plugin, beside, settings, from }: RehearsalOpening): Promise<void> {
    await this.#kernel.offers.plugins.prepare();
    await this.#kernel.offers.initialiser.run({
      tenant: "rehearsal",
      site: SITE,
      origin: ORIGIN,
      hostnames: ["site.example"],
      document,
      theme: { theme: "", scheme: "auto", tokens: {} },
      actor: ACTOR,
      requestId: this.#powers.newId(),
    });
    this.#powers.sql.atomically(() => this.#kernel.offers.hookRunner.published(this.#kernel.offers.sites.get(SITE)));
    for (const other of beside) {
      await this.execute("plugin.install", { document: other.document, allowDowngrade: false });
      await this.#switchOn(other.plugin);
    }
    await this.execute("plugin.install", { document: text, allowDowngrade: false });
    if (settings !== undefined) await this.execute("plugin.settings", { plugin, expected: 0, values: settings });
    if (from) await this.#putEarlier(from);
    await this.#takeOver();
    requireGood(this.#witness.take());
  }

  /** Enables the plugin. If its migration fails, throws the migration's own error in place of the command's refusal. */
  async #takeOver(): Promise<void> {
    const plugin = this.#plugin;
    try {
      await this.#switchOn(plugin);
    } catch (error) {
      requireGood(this.#witness.take());
      throw error;
    }
  }

  /** Writes the data of an earlier version, before the plugin is enabled. */
  async #putEarlier({ version, storage = {}, settings = {}, secrets = {} }: EarlierData): Promise<void> {
    const { settingsStore, pluginSettings, dataVersions } = this.#kernel.offers;
    const { sql, now } = this.#powers;
    new StorageRows(sql, SITE, this.#plugin).begin(Object.entries(storage).map(rowOf));
    const sealed = await pluginSettings.seal(SITE, this.#plugin, secrets);
    if (Object.keys(settings).length + Object.keys(sealed).length > 0)
      settingsStore.put(SITE, this.#plugin, { version: 1, values: settings, secrets: sealed }, ACTOR.id, now());
    dataVersions.wrote(SITE, this.#plugin, version);
  }

  async #switchOn(plugin: string): Promise<void> {
    await this.grant(plugin);
    const { alone } = this.#kernel.offers.pluginReads.view(SITE, plugin);
    await this.execute("plugin.state", { plugin, state: "enabled", alone });
  }

  /** True if the sandbox has stopped answering. Only a new process answers again. */
  takeSilence(): boolean {
    return this.#witness.takeSilence();
  }

  async execute(name: CommandName, input: unknown): Promise<unknown> {
    const envelope = { site: SITE, actor: ACTOR, key: this.#powers.newId(), requestId: this.#powers.newId() };
    return JSON.parse((await this.#kernel.execute(name, envelope, input)).json);
  }

  async theme(theme: string): Promise<void> {
    const { version } = this.#kernel.offers.reads.document(SITE, "theme");
    await this.execute("theme.put", { expected: version, body: { theme, scheme: "auto", tokens: {} } });
  }

  async grant(plugin = this.#plugin): Promise<void> {
    await this.#kernel.offers.plugins.prepare();
    const { digest, requested } = this.#kernel.offers.pluginReads.view(SITE, plugin);
    if (Object.keys(requested).length > 0)
      await this.execute("plugin.grant", { plugin, digest, capabilities: requested });
  }

  async revoke(): Promise<void> {
    await this.execute("plugin.revoke", { plugin: this.#plugin });
  }

  /** Calls one function as the kernel does. */
  async call({ plugin: id, point, name, input }: CallWish): Promise<unknown> {
    const plugin = await this.#active(id);
    const declared = declaredEffect(plugin.plugin.manifest.contributes, point, name);
    const [outcome] = await this.#kernel.offers.pluginCalls.all([
      { site: SITE, plugin, point, name, input, writes: writesForMember(declared, "owner", { member: ACTOR.id }) },
    ]);
    this.#witness.take();
    if (!outcome) throw new PluginTrouble("", "The plugin was not called.");
    if (!outcome.ok)
      throw new PluginTrouble(outcome.code, outcome.message, { plugin: plugin.id, fault: outcome.fault });
    return outcome.value;
  }

  /** Calls a route as a page of the site would. */
  async route({ plugin, name, method, query = {}, body, as }: RouteWish): Promise<{ status: number; body: unknown }> {
    const {
      id,
      plugin: { manifest },
    } = await this.#active(plugin);
    const route = manifest.contributes.routes?.find((one) => one.name === name);
    if (!route) throw new PluginTrouble("not_declared", `Its manifest has no route ${name}.`);
    const sentBody = body === undefined ? ({ kind: "none" } as const) : ({ kind: "json", value: body } as const);
    const caller = {
      member: as ? { id: ACTOR.id, role: as } : null,
      origin: "same",
      client: this.#powers.newId(),
    } as const;
    this.#witness.take(); // Drops failures of earlier calls.
    try {
      const request = {
        plugin: id,
        method: method ?? route.methods[0] ?? "GET",
        path: route.path,
        query,
        body: sentBody,
        caller,
      };
      const { status, json } = await this.#kernel.offers.pluginRoutes.answer(SITE, request);
      return { status, body: JSON.parse(json) as unknown };
    } finally {
      // Throws the plugin's failure, which a visitor would not see.
      requireGood(this.#witness.take());
    }
  }

  /** Sends a webhook what its service would send, signed with the secret of the settings. */
  async webhook({ plugin, name, text, headers = {} }: WebhookWish): Promise<{ status: number; body: unknown }> {
    const { id, plugin: packed } = await this.#active(plugin);
    const route = packed.manifest.contributes.routes?.find((one) => one.name === name && one.kind === "webhook");
    if (!route?.signature) throw new PluginTrouble("not_declared", `Its manifest has no webhook ${name}.`);
    const { pluginSettings, pluginWebhooks } = this.#kernel.offers;
    const { [route.signature.secret]: secret } = await pluginSettings.read(SITE, packed);
    const signed = await signedDelivery(this.#powers, route.signature, String(secret || NO_SECRET), text);
    this.#witness.take();
    try {
      const request = { plugin: id, path: route.path, client: this.#powers.newId(), text };
      const { status, json } = await pluginWebhooks.receive(SITE, { ...request, headers: { ...headers, ...signed } });
      return { status, body: JSON.parse(json) as unknown };
    } finally {
      requireGood(this.#witness.take());
    }
  }

  /** Asks an action for its proposal, as a member in the editor does. Applies nothing. */
  async action(wish: ActionWish): Promise<unknown> {
    const { id, plugin } = await this.#active(wish.plugin);
    const declared = plugin.manifest.contributes.actions?.some(({ name }) => name === wish.name);
    if (!declared) throw new PluginTrouble("not_declared", `Its manifest has no action ${wish.name}.`);
    const { actions } = this.#kernel.offers;
    this.#witness.take();
    try {
      const wanted = questionOf(this.#kernel.offers, SITE, wish);
      const caller = { id: ACTOR.id, role: "owner" } as const;
      const run = { plugin: id, action: wish.name, wanted };
      const { summary, operations, picture, changes } = await actions.run(SITE, caller, run);
      return { summary, operations, picture, changes };
    } finally {
      requireGood(this.#witness.take());
    }
  }

  /** Uploads a file as a member does. Answers its id. */
  addPicture(wish: PictureWish): Promise<string> {
    return this.#pictures.add(this.#kernel.offers, SITE, wish, (input) => this.execute("media.create", input));
  }

  /** Publishes the draft and waits for all effects. Throws the failure of any call. */
  async publish(): Promise<unknown> {
    this.#witness.take();
    await this.#edit();
    const published = await this.execute("publish", {});
    while (!(await this.#kernel.offers.publisher.step(SITE))) continue;
    this.#powers.sql.atomically(() => this.#kernel.offers.hookRunner.published(this.#kernel.offers.sites.get(SITE)));
    requireGood(this.#witness.take());
    await this.#callHooks();
    return published;
  }

  /**
   * Calls the hooks of the publication one after the other. Earlier failures are retried first and without their delay.
   * Scheduled hooks are left out, because no publication triggers them.
   */
  async #callHooks(): Promise<void> {
    const { pluginJobs, hookRunner } = this.#kernel.offers;
    for (let owed = pluginJobs.countBut(TIMED_HOOKS); owed > 0; owed--) {
      pluginJobs.dueBut(TIMED_HOOKS);
      await hookRunner.runDue();
      requireGood(this.#witness.take());
    }
  }

  /** Changes the draft, because the site would not publish an unchanged one again. */
  async #edit(): Promise<void> {
    const { documents, releases, sites } = this.#kernel.offers;
    const published = releases.find(SITE, sites.get(SITE).release)?.change;
    if (documents.change(SITE) !== published) return;
    const { version, body } = this.#kernel.offers.reads.document(SITE, "settings");
    await this.execute("settings.put", { expected: version, body: { ...body, tagline: `Edit ${version}` } });
  }

  /** Answers a path as visitors get it. */
  async page(path: string): Promise<{ status: number; body: string | null }> {
    const { status, body } = await this.#kernel.serve(SITE, path, null);
    return { status, body };
  }

  async settings({ plugin }: OfPlugin): Promise<object> {
    return this.#kernel.offers.pluginSettings.read(SITE, (await this.#active(plugin)).plugin);
  }

  stored({ plugin = this.#plugin }: OfPlugin): Record<string, unknown> {
    const rows = new StorageRows(this.#powers.sql, SITE, plugin).within();
    return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  }

  /** Stores a value without counting it towards the quota. */
  store(key: string, value: unknown): void {
    new StorageRows(this.#powers.sql, SITE, this.#plugin).put([rowOf([key, value])]);
  }

  async #active(plugin = this.#plugin): Promise<ActivePlugin> {
    await this.#kernel.offers.plugins.prepare();
    const { active, skipped } = this.#kernel.offers.plugins.forSite(SITE).resolution;
    const found = active.find(({ id }) => id === plugin);
    if (found) return found;
    const why = skipped.find(({ id }) => id === plugin);
    throw new PluginTrouble(why?.reason ?? "missing", `It takes no part: ${why?.detail ?? "it is not installed"}.`);
  }
}

interface Failed {
  readonly plugin?: string;
  readonly fault?: Fault | undefined;
}

/** A failure of the plugin or of a call, with the plugin's own error. */
export class PluginTrouble extends Error {
  readonly code: string;
  /** The plugin that failed; undefined if none was called. */
  readonly plugin: string | undefined;
  readonly fault: Fault | undefined;

  constructor(code: string, message: string, { plugin, fault }: Failed = {}) {
    super(message);
    this.code = code;
    this.plugin = plugin;
    this.fault = fault;
  }
}

function requireGood(seen: readonly Witnessed[]): void {
  for (const { plugin, point, name, outcome } of seen) {
    if (outcome.ok) continue;
    throw new PluginTrouble(outcome.code, `${point}.${name}: ${outcome.message}`, { plugin, fault: outcome.fault });
  }
}

/** Converts any error into JSON for the test. */
export function rehearsalFailure(error: unknown): { code: string; message: string; detail?: unknown } & Failed {
  if (error instanceof Refusal) return { code: error.code, message: error.message, detail: error.detail };
  if (error instanceof PluginTrouble) {
    const { code, message, plugin, fault } = error;
    return { code, message, ...(plugin !== undefined && { plugin }), ...(fault && { fault }) };
  }
  return {
    code: "INTERNAL",
    message: error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error),
  };
}
