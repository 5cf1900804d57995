/** `drawbridge/test`: what an author's tests import. */
import { inject } from "vitest";
import { toBase64 } from "../../../manifests/bytes/base64.ts";
import type { Fault } from "../../../manifests/faults/fault.ts";
import { faultLines } from "../../../manifests/faults/faultLines.ts";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { EarlierData } from "../../shared/earlierData.ts";
import { AS_PACKED, inSourceOf } from "../bundling/inSource.ts";
import type { Stage, StagedPlugin } from "./stage.ts";

export type { EarlierData };

export interface StartOptions {
  /** Settings that an owner would have set. Secrets as they are. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Data that an earlier version left. The plugin brings it over as it is switched on. */
  readonly from?: EarlierData;
  /** Folders of further plugins, from the one of this plugin: they are installed, granted and switched on before it. */
  readonly beside?: readonly string[];
}

export interface PageWish {
  readonly path: string;
  readonly title: string;
  readonly collection?: string;
  readonly date?: string;
  readonly description?: string;
  readonly sections?: readonly {
    readonly id: string;
    readonly type: string;
    readonly variant?: string;
    readonly fields?: object;
  }[];
}

export interface RouteRequest {
  /** Without it the first the manifest names. */
  readonly method?: HttpMethod;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The caller: a member in a role, or a visitor. */
  readonly as?: Role | null;
}

/** The place a member chooses an action at: a page, a section of it, or a picture; and the form as they fill it in. */
export interface ActionRequest {
  /** Id of a page, as `pages.add` answers it; the page at `/` unless you say. */
  readonly page?: string;
  readonly section?: string;
  /** Id of a picture, as `pictures.add` answers it. */
  readonly picture?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** A proposal as the member reads it. Only what differs from the draft is in it. */
export interface Proposal {
  readonly summary: string | null;
  readonly operations: readonly Readonly<Record<string, unknown>>[];
  readonly picture: Readonly<Record<string, unknown>> | null;
  /** Each value that changes, with its place and what it was. */
  readonly changes: readonly {
    readonly section: { readonly id: string; readonly type: string } | null;
    readonly pointer: string;
    readonly was: unknown;
    readonly is: unknown;
    readonly isCut: boolean;
  }[];
}

export interface HttpAnswer {
  readonly method?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as JSON, in place of `body`. */
  readonly json?: unknown;
}

/** Faults of the input, or reasons why plugins said no to a publication: an author looks for these first. */
function linesOf(detail: Detail = {}): string[] {
  const issues = (detail.issues ?? []).map(
    ({ pointer, found, allowed }) => `  ${pointer || "/"}: found ${found}; allowed: ${allowed}`,
  );
  return [
    ...issues,
    ...(detail.plugins ?? []).flatMap(({ plugin, reasons, unanswered = "" }) =>
      (reasons ?? [unanswered]).map((reason) => `  ${plugin}: ${reason}`),
    ),
  ];
}

/** The bundles of the plugins on stage, by plugin. */
type Bundles = ReadonlyMap<string, StagedPlugin["bundle"]>;

/** Codes of failures whose message has the error's words already. */
const SAID: ReadonlySet<string> = new Set(["plugin_failed"]);

/** The error or the faults of an answer, with the places in the author's files. */
function placesOf({ code, fault, plugin = "" }: Failure, bundles: Bundles): string[] {
  if (!fault) return [];
  const bundle = bundles.get(plugin);
  const unsaid = SAID.has(code) ? { ...fault, name: "", message: "" } : fault;
  return faultLines((bundle ? inSourceOf(bundle, "") : AS_PACKED)(unsaid, ""));
}

/** The failure of a call without an answer: `code` says why, the message has the plugin's own words. */
export class PluginError extends Error {
  readonly code: string;
  readonly detail: unknown;

  constructor(failure: Failure, bundles: Bundles) {
    const { code, message, detail } = failure;
    super([message, ...linesOf(detail), ...placesOf(failure, bundles)].join("\n"));
    this.name = "PluginError";
    this.code = code;
    this.detail = detail;
  }
}

/** A plugin's objections to a publication, or the reason why it said nothing. */
interface Objection {
  readonly plugin: string;
  readonly reasons?: readonly string[];
  readonly unanswered?: string;
}

interface Detail {
  readonly issues?: readonly Issue[];
  readonly plugins?: readonly Objection[];
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly detail?: Detail;
  readonly plugin?: string;
  readonly fault?: Fault;
}

/** A sandbox that is silent answers nobody any more, so the next test gets another. */
type Answer = ({ readonly value: unknown } | { readonly failure: Failure }) & { readonly isSandboxSilent: boolean };

interface HttpSeen {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Ask = (verb: string, input?: object | string | readonly unknown[]) => Promise<unknown>;

/** A plugin that is switched on at a rehearsed site. */
export class RehearsedPlugin {
  readonly #ask: Ask;
  readonly #plugin: string;

  constructor(askRehearsal: Ask, plugin: string) {
    this.#ask = askRehearsal;
    this.#plugin = plugin;
  }

  /** Calls one of the plugin's functions in the sandbox, with a lease, as a site would. */
  readonly call = {
    hook: (name: string, input: unknown = {}): Promise<unknown> => this.#call("hooks", name, input),
    data: (name: string, input: unknown): Promise<unknown> => this.#call("data", name, input),
    /** Asks an address of the plugin's, as a page of the site would. A route for members is asked as its owner unless you say who. */
    route: (name: string, request: RouteRequest = {}): Promise<{ status: number; body: unknown }> =>
      this.#ask("route", { plugin: this.#plugin, name, as: "owner", ...request }) as Promise<{
        status: number;
        body: unknown;
      }>,
    tool: (name: string, input: unknown = {}): Promise<unknown> => this.#call("tools", name, input),
    /** Asks an action for its proposal, as a member at the editor does. The site hands it what the manifest names. */
    action: (name: string, request: ActionRequest = {}): Promise<Proposal> =>
      this.#ask("action", { plugin: this.#plugin, name, ...request }) as Promise<Proposal>,
    resource: (name: string, input: unknown = {}): Promise<unknown> => this.#call("resources", name, input),
  };

  /** The values that the plugin has stored, by key. */
  storage(): Promise<Record<string, unknown>> {
    return this.#ask("stored", { plugin: this.#plugin }) as Promise<Record<string, unknown>>;
  }

  /** The settings as the plugin gets them, secrets included. */
  settings(): Promise<Record<string, unknown>> {
    return this.#ask("settings", { plugin: this.#plugin }) as Promise<Record<string, unknown>>;
  }

  #call(point: string, name: string, input: unknown): Promise<unknown> {
    return this.#ask("call", { plugin: this.#plugin, point, name, input });
  }
}

/** A site of its own, in memory, with the plugin installed, granted what it asks for, and switched on. */
export class RehearsedSite extends RehearsedPlugin {
  readonly #ask: Ask;

  constructor(askRehearsal: Ask, plugin: string) {
    super(askRehearsal, plugin);
    this.#ask = askRehearsal;
  }

  /** A further plugin of this site, by its id: one that `beside` named. */
  beside(plugin: string): RehearsedPlugin {
    return new RehearsedPlugin(this.#ask, plugin);
  }

  readonly pages = {
    /** Adds a page to the draft, and answers its id. */
    add: async ({ sections = [], ...page }: PageWish): Promise<string> => {
      const id = `p-${crypto.randomUUID()}`;
      const full = { ...page, sections: sections.map((section) => ({ fields: {}, ...section })) };
      await this.#ask("execute", ["page.create", { id, body: full }]);
      return id;
    },
    /** The answer that visitors get at a path. */
    visit: async (path: string): Promise<{ status: number; body: string | null }> =>
      (await this.#ask("page", path)) as { status: number; body: string | null },
  };

  readonly pictures = {
    /** Uploads a picture, and answers its id. */
    add: async (name: string, bytes: Uint8Array): Promise<string> =>
      (await this.#ask("picture", { name, body: toBase64(bytes) })) as string,
  };

  /** Dresses the site in a theme, `<plugin id>/<name>`, as its owner would choose it. */
  async theme(theme: string): Promise<void> {
    await this.#ask("theme", theme);
  }

  /** Puts something into the plugin's storage, as an earlier version of it may have. */
  async store(key: string, value: unknown): Promise<void> {
    await this.#ask("store", [key, value]);
  }

  /** The internet of this site. An address nobody has given an answer for does not answer. */
  readonly http = {
    answer: async (url: string, { json, body, headers = {}, ...rest }: HttpAnswer = {}): Promise<void> => {
      const typed =
        json === undefined
          ? { headers, ...(body === undefined ? {} : { body }) }
          : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(json) };
      await this.#ask("answer", { url: new URL(url).href, ...rest, ...typed });
    },
    /** Every request that has left the sandbox. */
    requests: (): Promise<readonly HttpSeen[]> => this.#ask("requests") as Promise<readonly HttpSeen[]>,
  };

  /** Publishes the draft, and waits for everything it sets off. A veto, or a hook that fails, is thrown. */
  publish(): Promise<{ readonly release: number }> {
    return this.#ask("publish") as Promise<{ release: number }>;
  }

  /** Takes back what was granted, as an owner may at any time. */
  async revoke(): Promise<void> {
    await this.#ask("revoke");
  }

  /** Grants again what the plugin asks for. */
  async grant(): Promise<void> {
    await this.#ask("grant");
  }

  /** The lines that the plugin has printed. */
  async printed(): Promise<readonly string[]> {
    const lines = (await this.#ask("lines")) as readonly string[];
    return lines.map((line) => (JSON.parse(line) as { text: string }).text);
  }
}

/** A hundred rehearsals do not meet: each has an object of its own. */
export async function startPlugin({ settings, from, beside = [] }: StartOptions = {}): Promise<RehearsedSite> {
  const stage = inject("stage");
  const { plugin, document, trustKeys, pack } = stage;
  const others = await Promise.all(beside.map((folder) => packedAt(stage, folder)));
  const ask = asking(stage, [stage, ...others]);
  await ask("open", {
    plugin,
    document,
    trustKeys,
    pack,
    beside: others.map((other) => ({ plugin: other.plugin, document: other.document })),
    ...(settings === undefined ? {} : { settings }),
    ...(from === undefined ? {} : { from }),
  });
  return new RehearsedSite(ask, plugin);
}

/** Asks for another folder's package, which the process that prepared this run makes. */
async function packedAt({ door }: Stage, folder: string): Promise<StagedPlugin> {
  const response = await fetch(`${door}/packed`, { method: "POST", body: folder });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as StagedPlugin;
}

/** Verbs that make several calls of the plugin, one after the other. */
const CALLS: Readonly<Record<string, number>> = { publish: 3 };

/** Longer than a call itself and its grace, for the workspace around it on a machine that is busy. */
const AROUND_MS = 20_000;

function asking({ url, door }: Stage, plugins: readonly StagedPlugin[]): Ask {
  const base = `${url}/${crypto.randomUUID()}`;
  const bundles = new Map(plugins.map(({ plugin, bundle }) => [plugin, bundle]));
  const wallMs = Math.max(...plugins.map((plugin) => plugin.wallMs));
  return async (verb, input = {}) => {
    const signal = AbortSignal.timeout((CALLS[verb] ?? 1) * wallMs + AROUND_MS);
    const response = await fetch(`${base}/${verb}`, { method: "POST", body: JSON.stringify(input), signal });
    const answer = (await response.json()) as Answer;
    if (answer.isSandboxSilent) await fetch(`${door}/renew`);
    if ("failure" in answer) throw new PluginError(answer.failure, bundles);
    return answer.value;
  };
}
