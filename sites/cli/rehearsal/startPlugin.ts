/** `drawbridge/test`: the module that an author's tests import. */
import { inject } from "vitest";
import { toBase64 } from "../../../manifests/bytes/base64.ts";
import type { Fault } from "../../../manifests/faults/fault.ts";
import { faultLines } from "../../../manifests/faults/faultLines.ts";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { EarlierData } from "../../platform/rehearsal/earlierData.ts";
import { AS_PACKED, inSourceOf } from "../bundling/inSource.ts";
import type { Stage, StagedPlugin } from "./stage.ts";

export type { EarlierData };

export interface StartOptions {
  /** Settings as an owner would set them, with secrets in plain text. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Data of an earlier version. The plugin migrates the data when it is enabled. */
  readonly from?: EarlierData;
  /** Folders of further plugins, relative to the plugin's own. They are installed, granted and enabled before it. */
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

/** The body of a webhook, and further headers, with names in lower case. */
export interface WebhookBody {
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteRequest {
  /** The method; by default the first one that the manifest names. */
  readonly method?: HttpMethod;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The caller: a member with a role, or null for a visitor. */
  readonly as?: Role | null;
}

/** The target of an action (a page, a section of it, or a picture), and the input that the member typed. */
export interface ActionRequest {
  /** Id of a page, from `pages.add`; by default the page at `/`. */
  readonly page?: string;
  readonly section?: string;
  /** Id of a picture, from `pictures.add`. */
  readonly picture?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** A proposal as the member reads it. Only differences from the draft are listed. */
export interface Proposal {
  readonly summary: string | null;
  readonly operations: readonly Readonly<Record<string, unknown>>[];
  readonly picture: Readonly<Record<string, unknown>> | null;
  /** Each changed value, with its place and its earlier value. */
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
  /** A value to send as JSON; replaces `body`. */
  readonly json?: unknown;
}

/** The faults of an input, or the plugins' objections to a publication. Authors need these first. */
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

/** The bundles of the plugins in this test, by plugin id. */
type Bundles = ReadonlyMap<string, StagedPlugin["bundle"]>;

/** Codes of failures whose message already contains the error's text. */
const SAID: ReadonlySet<string> = new Set(["plugin_failed"]);

/** The error, or the faults of an answer, with places in the author's files. */
function placesOf({ code, fault, plugin = "" }: Failure, bundles: Bundles): string[] {
  if (!fault) return [];
  const bundle = bundles.get(plugin);
  const unsaid = SAID.has(code) ? { ...fault, name: "", message: "" } : fault;
  return faultLines((bundle ? inSourceOf(bundle, "") : AS_PACKED)(unsaid, ""));
}

/** A failed call. `code` is stable; the message has the plugin's own error and its places in the source. */
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

/** A plugin's objections to a publication. `unanswered` says why the plugin gave none. */
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

/** A sandbox that stopped answering is useless for further tests, so the client asks for a new one. */
type Answer = ({ readonly value: unknown } | { readonly failure: Failure }) & { readonly isSandboxSilent: boolean };

interface HttpSeen {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Ask = (verb: string, input?: object | string | readonly unknown[]) => Promise<unknown>;

/** A plugin that is enabled at a rehearsed site. */
export class RehearsedPlugin {
  readonly #ask: Ask;
  readonly #plugin: string;

  constructor(askRehearsal: Ask, plugin: string) {
    this.#ask = askRehearsal;
    this.#plugin = plugin;
  }

  /** Calls one of the plugin's functions in the sandbox with a lease, as a site does. */
  readonly call = {
    hook: (name: string, input: unknown = {}): Promise<unknown> => this.#call("hooks", name, input),
    data: (name: string, input: unknown): Promise<unknown> => this.#call("data", name, input),
    /** Calls a route of the plugin, as a page of the site would. The caller is the owner unless `as` says otherwise. */
    route: (name: string, request: RouteRequest = {}): Promise<{ status: number; body: unknown }> =>
      this.#ask("route", { plugin: this.#plugin, name, as: "owner", ...request }) as Promise<{
        status: number;
        body: unknown;
      }>,
    /**
     * Sends a webhook a body as its service would, signed with the secret in the settings. `json` is sent as JSON,
     * `text` as it is.
     */
    webhook: (
      name: string,
      { json, text, headers = {} }: WebhookBody = {},
    ): Promise<{ status: number; body: unknown }> =>
      this.#ask("webhook", {
        plugin: this.#plugin,
        name,
        text: text ?? JSON.stringify(json ?? {}),
        headers,
      }) as Promise<{ status: number; body: unknown }>,
    tool: (name: string, input: unknown = {}): Promise<unknown> => this.#call("tools", name, input),
    /**
     * Asks an action for its proposal, as a member in the editor does. The plugin gets only the facts that the manifest
     * names.
     */
    action: (name: string, request: ActionRequest = {}): Promise<Proposal> =>
      this.#ask("action", { plugin: this.#plugin, name, ...request }) as Promise<Proposal>,
    resource: (name: string, input: unknown = {}): Promise<unknown> => this.#call("resources", name, input),
  };

  /** The values in the plugin's storage, by key. */
  storage(): Promise<Record<string, unknown>> {
    return this.#ask("stored", { plugin: this.#plugin }) as Promise<Record<string, unknown>>;
  }

  /** The plugin's settings as its code gets them, with secrets. */
  settings(): Promise<Record<string, unknown>> {
    return this.#ask("settings", { plugin: this.#plugin }) as Promise<Record<string, unknown>>;
  }

  #call(point: string, name: string, input: unknown): Promise<unknown> {
    return this.#ask("call", { plugin: this.#plugin, point, name, input });
  }
}

/** A site in memory, with the plugin installed, granted and enabled. */
export class RehearsedSite extends RehearsedPlugin {
  readonly #ask: Ask;

  constructor(askRehearsal: Ask, plugin: string) {
    super(askRehearsal, plugin);
    this.#ask = askRehearsal;
  }

  /** A further plugin of this site by its id, from the folders in `beside`. */
  beside(plugin: string): RehearsedPlugin {
    return new RehearsedPlugin(this.#ask, plugin);
  }

  readonly pages = {
    /** Adds a page to the draft. Answers its id. */
    add: async ({ sections = [], ...page }: PageWish): Promise<string> => {
      const id = `p-${crypto.randomUUID()}`;
      const full = { ...page, sections: sections.map((section) => ({ fields: {}, ...section })) };
      await this.#ask("execute", ["page.create", { id, body: full }]);
      return id;
    },
    /** The answer that a visitor gets at a path. */
    visit: async (path: string): Promise<{ status: number; body: string | null }> =>
      (await this.#ask("page", path)) as { status: number; body: string | null },
  };

  readonly pictures = {
    /** Uploads a picture. Answers its id. */
    add: async (name: string, bytes: Uint8Array): Promise<string> =>
      (await this.#ask("picture", { name, body: toBase64(bytes) })) as string,
  };

  /** Sets the site's theme, `<plugin id>/<name>`, as its owner would. */
  async theme(theme: string): Promise<void> {
    await this.#ask("theme", theme);
  }

  /** Writes a value into the plugin's storage, for example as an earlier version would have. */
  async store(key: string, value: unknown): Promise<void> {
    await this.#ask("store", [key, value]);
  }

  /** The addresses that the site can reach. A request to any other address gets no answer. */
  readonly http = {
    answer: async (url: string, { json, body, headers = {}, ...rest }: HttpAnswer = {}): Promise<void> => {
      const typed =
        json === undefined
          ? { headers, ...(body === undefined ? {} : { body }) }
          : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(json) };
      await this.#ask("answer", { url: new URL(url).href, ...rest, ...typed });
    },
    /** All requests that have left the sandbox. */
    requests: (): Promise<readonly HttpSeen[]> => this.#ask("requests") as Promise<readonly HttpSeen[]>,
  };

  /** Publishes the draft, and waits for all its effects. Throws for a veto or a failed hook. */
  publish(): Promise<{ readonly release: number }> {
    return this.#ask("publish") as Promise<{ release: number }>;
  }

  /** Revokes the plugin's grant, as an owner may at any time. */
  async revoke(): Promise<void> {
    await this.#ask("revoke");
  }

  /** Grants the plugin's request again. */
  async grant(): Promise<void> {
    await this.#ask("grant");
  }

  /** The lines that the plugin has logged. */
  async printed(): Promise<readonly string[]> {
    const lines = (await this.#ask("lines")) as readonly string[];
    return lines.map((line) => (JSON.parse(line) as { text: string }).text);
  }
}

/** Starts a new site for one test. Each has its own object, so that tests cannot disturb each other. */
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

/** Packs another folder, in the process that prepared this run. */
async function packedAt({ door }: Stage, folder: string): Promise<StagedPlugin> {
  const response = await fetch(`${door}/packed`, { method: "POST", body: folder });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as StagedPlugin;
}

/** The number of calls that a verb makes one after the other; 1 unless it is listed. */
const CALLS: Readonly<Record<string, number>> = { publish: 3 };

/** Time for the workspace beyond the plugin's own calls, in milliseconds; generous for a busy machine. */
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
