import { DurableObject } from "cloudflare:workers";
import { AUDIT_GATHER_MS, REWIND_END_MS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Answer } from "../../runtime/answer.ts";
import { answering } from "../../runtime/answer.ts";
import type { Envelope } from "../../runtime/command.ts";
import { actorName } from "../../runtime/actor.ts";
import type { EraseInput } from "../../runtime/backups/eraser.ts";
import { Eraser } from "../../runtime/backups/eraser.ts";
import { ArchiveRemoval } from "../../runtime/backups/removal.ts";
import type { RestoreInput } from "../../runtime/backups/restorer.ts";
import { Restorer } from "../../runtime/backups/restorer.ts";
import type { Recovery, RewindBegun, RewindInput, RewindPlan, RewoundInput } from "../../runtime/backups/rewinder.ts";
import { Rewinder } from "../../runtime/backups/rewinder.ts";
import type { BackupsView, ErasedView, RestoredView, RewoundView } from "../../runtime/backups/views.ts";
import type { Actor } from "../../runtime/actor.ts";
import type { CommandName, RehearsedName } from "../../runtime/commandName.ts";
import { owesOnlyAudit } from "../../runtime/commandName.ts";
import type { CallParts, Kernel } from "../../runtime/kernel.ts";
import { createKernel } from "../../runtime/kernel.ts";
import { OneAtATime } from "../../runtime/oneAtATime.ts";
import type { Powers } from "../../runtime/powers.ts";
import type { RefreshResult } from "../../runtime/publicContent.ts";
import type { PublishedAnswer } from "../../runtime/published.ts";
import type { DocumentKind } from "../../runtime/content.ts";
import type { DraftOptions } from "../../runtime/editing/draft.ts";
import type {
  CatalogueView, ChangesView, ContextView, DocumentView, DraftHitsView, PagesView, PageView, ReleasesView, RestorationView, RevisionsView, RevisionView, SchedulesView,
} from "../../runtime/editing/views.ts";
import type { AgentCaller } from "../../runtime/plugins/agentCalls.ts";
import type { AgentApi, AgentOffers, ResourcesPage } from "../../runtime/mcp/agentApi.ts";
import type { ToolAnswer } from "../../runtime/mcp/tools.ts";
import type { InvocationsView, PluginDetailView, PluginSettingsView, PluginsView } from "../../runtime/plugins/views.ts";
import type { PluginRouteApi, RouteAnswer, RouteRequest } from "../../runtime/plugins/routes.ts";
import type { ExportPart, SubmissionFilter } from "../../runtime/forms/box.ts";
import type { FilesBegun } from "../../runtime/forms/arriving.ts";
import type { FormFile } from "../../runtime/forms/files.ts";
import type { FilesAnnounced, FormApi, FormOutcome, FormPost, FormToken } from "../../runtime/forms/receiver.ts";
import type { FormsView, SubmissionsView } from "../../runtime/forms/views.ts";
import type { MediaFilter } from "../../runtime/media/files.ts";
import type { UploadPlace } from "../../runtime/media/library.ts";
import type { GalleriesView, MediaDetailView, MediaListView } from "../../runtime/media/views.ts";
import type { RateName, Standing } from "../../runtime/rateLimits.ts";
import { setAddress } from "../../runtime/siteAddress.ts";
import type { TenantStatus } from "../../runtime/tenant.ts";
import { setTenantStatus } from "../../runtime/tenantStatus.ts";
import type {
  ArchiveFile, EditingApi, InitialiseInput, InitialiseResult, LimitedAnswer, UploadBegunAnswer, UploadedFile, WorkspaceApi, WorkspaceStatus,
} from "../../runtime/workspaceApi.ts";
import { askLoader } from "../../sandbox/availability.ts";
import pack from "drawbridge:first-party";
import { Agents } from "./agents.ts";
import { Chores } from "./chores.ts";
import type { Env } from "./env.ts";
import { endedBy, evict } from "./eviction.ts";
import { objectPowers } from "./objectPowers.ts";
import { platform } from "./lender.ts";
import { LeasedCalls } from "./pluginCalls.ts";
import type { PluginSandbox } from "./pluginSandbox.ts";
import { erasedPlaces, publicPlaces } from "./publicPlaces.ts";
import { platformRecovery } from "./platformRecovery.ts";
import { sealingWith } from "./sealing.ts";
import { exportedFile, vaults } from "./vault.ts";

/** What works on the database, and remembers some of it. */
interface Working {
  readonly kernel: Kernel;
  readonly chores: Chores;
  readonly agents: Agents;
  readonly restorer: Restorer;
  readonly eraser: Eraser;
  readonly rewinder: Rewinder;
}

/**
 * One tenant's sites: their documents, releases and debts to the outside. One object per tenant, so that nothing here
 * can name another tenant's data. `#private` throughout: every other method of this class can be called over RPC.
 */
export class TenantWorkspaceDO extends DurableObject<Env> implements WorkspaceApi, EditingApi, PluginRouteApi, FormApi, AgentApi {
  readonly #powers: Powers;
  readonly #archiveTurn = new OneAtATime();
  readonly #recovery: Recovery;
  #working: Working;
  /** When the alarm rings, in milliseconds since the epoch. Asking the storage each time would cost every command a wait. */
  #alarmAt = Infinity;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#powers = objectPowers(context.storage);
    this.#recovery = platformRecovery(context.storage, () => context.abort("taken back to an earlier moment"), this.#powers.now);
    this.#working = this.#begin();
    void context.blockConcurrencyWhile(() => this.#recallAlarm());
  }

  /** The published answer for `https://workspace/<site><path>`. Reads only what is published. */
  override async fetch(request: Request): Promise<Response> {
    const { site, path } = address(request.url);
    const answer = await this.#kernel.published.answer(site, path, request.headers.get("If-None-Match"));
    return response(answer, request.method);
  }

  initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>> {
    return this.#acting(async () => {
      await this.#kernel.plugins.prepare();
      return this.#kernel.initialiser.run(input);
    });
  }

  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>> {
    return this.#acting(async () => {
      const standing = limit ? this.#spend(limit, actorName(envelope.actor)) : null;
      const done = await this.#kernel.execute(name, envelope, input);
      this.#evict(name, envelope.site, done.json);
      return { ...done, standing };
    }, owesOnlyAudit(name) ? AUDIT_GATHER_MS : 0);
  }

  rehearse(name: RehearsedName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<{ json: string }>> {
    return this.#acting(async () => {
      if (limit) this.#spend(limit, actorName(envelope.actor));
      return { json: await this.#kernel.rehearse(name, envelope, input) };
    });
  }

  spend(limit: RateName, subject: string): Promise<Answer<Standing>> {
    return answering(() => this.#spend(limit, subject));
  }

  setHostnames(site: string, hostnames: readonly string[]): Promise<Answer<null>> {
    return this.#acting(() => {
      const { sites, outbox } = this.#kernel;
      setAddress({ powers: this.#powers, sites, outbox }, site, sites.get(site).origin, hostnames);
      return null;
    });
  }

  restore(input: RestoreInput): Promise<Answer<RestoredView>> {
    return this.#acting(async () => {
      this.#requireOwn(input.tenant);
      const restored = await this.#working.restorer.run(input);
      // What was remembered is of an empty workspace.
      this.#working = this.#begin();
      return restored;
    });
  }

  erase(input: EraseInput): Promise<Answer<ErasedView>> {
    return this.#acting(async () => {
      this.#requireOwn(input.tenant);
      const erased = await this.#working.eraser.run(input);
      // What was remembered is of a full one.
      this.#working = this.#begin();
      const { erasures } = this.#kernel;
      await erasures.goOn(erasedPlaces(this.env.PUBLIC_CONTENT, input.tenant));
      return { tenant: input.tenant, ...erased, finished: erasures.isFinished, left: await this.#left(input.tenant) };
    });
  }

  planRewind(input: RewindInput): Promise<Answer<RewindPlan>> {
    return answering(() => {
      this.#requireOwn(input.tenant);
      return this.#working.rewinder.plan(input);
    });
  }

  rewind(plan: RewindPlan): Promise<Answer<RewindBegun>> {
    return answering(async () => {
      const begun = await this.#working.rewinder.begin(plan);
      // Whoever asked for it ends this session by asking on; if they have died, it must not go on to lose what it is told.
      this.ctx.waitUntil(scheduler.wait(REWIND_END_MS).then(() => this.#recovery.end()));
      return begun;
    });
  }

  rewound(input: RewoundInput): Promise<Answer<RewoundView>> {
    return this.#acting(() => {
      this.#requireOwn(input.tenant);
      return this.#working.rewinder.settle(input);
    });
  }

  setStatus(status: TenantStatus): Promise<Answer<null>> {
    return this.#acting(() => {
      setTenantStatus({ powers: this.#powers, ...this.#kernel }, status);
      return null;
    });
  }

  context(site: string): Promise<Answer<ContextView>> {
    return this.#reading(() => this.#kernel.reads.context(site));
  }

  catalogue(site: string): Promise<Answer<CatalogueView>> {
    return this.#reading(() => this.#kernel.reads.catalogue(site));
  }

  pages(site: string, cursor: string | null, limit: number | null): Promise<Answer<PagesView>> {
    return this.#reading(() => this.#kernel.reads.pages(site, cursor, limit));
  }

  page(site: string, id: string): Promise<Answer<PageView>> {
    return this.#reading(() => this.#kernel.reads.page(site, id));
  }

  search(site: string, text: string, cursor: string | null): Promise<Answer<DraftHitsView>> {
    return this.#reading(() => this.#kernel.reads.search(site, text, cursor));
  }

  revisions(site: string, id: string, cursor: number | null, limit: number | null): Promise<Answer<RevisionsView>> {
    return this.#reading(() => this.#kernel.reads.revisions(site, id, cursor, limit));
  }

  revision(site: string, id: string, version: number): Promise<Answer<RevisionView>> {
    return this.#reading(() => this.#kernel.reads.revision(site, id, version));
  }

  document<K extends Exclude<DocumentKind, "page">>(site: string, kind: K): Promise<Answer<DocumentView<K>>> {
    return this.#reading(() => this.#kernel.reads.document(site, kind));
  }

  changes(site: string): Promise<Answer<ChangesView>> {
    return this.#reading(() => this.#kernel.reads.changes(site));
  }

  releases(site: string, cursor: number | null, limit: number | null): Promise<Answer<ReleasesView>> {
    return this.#reading(() => this.#kernel.reads.releases(site, cursor, limit));
  }

  restoration(site: string, release: number): Promise<Answer<RestorationView>> {
    return this.#reading(() => this.#kernel.reads.restoration(site, release));
  }

  schedules(site: string): Promise<Answer<SchedulesView>> {
    return this.#reading(() => this.#kernel.reads.schedules(site));
  }

  plugins(site: string): Promise<Answer<PluginsView>> {
    return this.#reading(() => this.#kernel.pluginReads.all(site));
  }

  plugin(site: string, plugin: string): Promise<Answer<PluginDetailView>> {
    return this.#reading(() => this.#kernel.pluginReads.detail(site, plugin));
  }

  pluginInvocations(site: string, plugin: string): Promise<Answer<InvocationsView>> {
    return this.#reading(() => this.#kernel.pluginReads.calls(site, plugin));
  }

  pluginSettings(site: string, plugin: string): Promise<Answer<PluginSettingsView>> {
    return this.#reading(() => this.#kernel.pluginReads.settings(site, plugin));
  }

  draft(site: string, path: string, options: DraftOptions): Promise<Answer<PublishedAnswer>> {
    // Plugins are called for it, and what becomes of a call may have to be told.
    return this.#acting(async () => {
      await this.#kernel.plugins.prepare();
      return this.#kernel.draft.answer(site, path, options);
    });
  }

  beginUpload(site: string, actor: Actor, bytes: number, limit: RateName | null): Promise<Answer<UploadBegunAnswer>> {
    return this.#acting(() => {
      const standing = limit ? this.#spend(limit, actorName(actor)) : null;
      return { ...this.#kernel.media.begin(site, bytes), standing };
    });
  }

  placeUpload(site: string, upload: string, file: UploadedFile): Promise<Answer<UploadPlace>> {
    return this.#acting(() => this.#kernel.media.place(site, upload, file));
  }

  endUpload(upload: string): Promise<Answer<null>> {
    return this.#acting(() => {
      this.#kernel.media.end(upload);
      return null;
    });
  }

  mediaList(site: string, filter: MediaFilter, cursor: number | null, limit: number | null): Promise<Answer<MediaListView>> {
    return answering(() => this.#kernel.media.list(site, filter, cursor, limit));
  }

  mediaFile(site: string, id: string): Promise<Answer<MediaDetailView>> {
    return answering(() => this.#kernel.media.detail(site, id));
  }

  galleries(site: string, page: string | null, cursor: string | null): Promise<Answer<GalleriesView>> {
    const { galleries } = this.#kernel;
    return this.#reading(() => (page === null ? galleries.list(site, cursor) : { items: galleries.onPage(site, page), next: null }));
  }

  forms(site: string): Promise<Answer<FormsView>> {
    return answering(() => this.#kernel.submissionBox.forms(site));
  }

  formSubmissions(site: string, form: string, filter: SubmissionFilter, cursor: number | null, limit: number | null): Promise<Answer<SubmissionsView>> {
    return answering(() => this.#kernel.submissionBox.list(site, form, filter, cursor, limit));
  }

  formFile(site: string, form: string, submission: number, file: number): Promise<Answer<FormFile & { readonly tenant: string }>> {
    return answering(() => this.#kernel.submissionBox.file(site, form, submission, file));
  }

  exportSubmissions(site: string, form: string, from: ExportPart["next"]): Promise<Answer<ExportPart>> {
    return answering(() => this.#kernel.submissionBox.export(site, form, from));
  }

  formToken(site: string, form: string): Promise<Answer<FormToken>> {
    return this.#reading(() => this.#kernel.forms.token(site, form));
  }

  formSent(site: string, form: string): Promise<Answer<PublishedAnswer>> {
    return this.#reading(() => this.#kernel.forms.sent(site, form));
  }

  beginFormFiles(site: string, form: string, announced: FilesAnnounced): Promise<Answer<FilesBegun>> {
    return this.#calling(() => this.#kernel.forms.beginFiles(site, form, announced));
  }

  abandonFormFiles(post: string): Promise<Answer<null>> {
    return this.#acting(() => {
      this.#kernel.forms.abandonFiles(post);
      return null;
    });
  }

  submitForm(site: string, form: string, post: FormPost): Promise<Answer<FormOutcome>> {
    return this.#acting(() => this.#kernel.forms.receive(site, form, post));
  }

  backups(site: string): Promise<Answer<BackupsView>> {
    return answering(async () => {
      const { sites, archiveGarbage } = this.#kernel;
      const all = await vaults(this.env)(sites.get(site).tenant).list("backups");
      const present = await this.#recovery.present();
      return {
        items: archiveGarbage.without("backups", all, this.#powers.now()),
        platform: "reason" in present ? { available: false, bookmark: null, reason: present.reason } : { available: true, bookmark: present.bookmark, reason: null },
      };
    });
  }

  exportFile(site: string, id: string): Promise<Answer<ArchiveFile>> {
    return answering(() => exportedFile(this.env, this.#kernel.sites.get(site).tenant, id));
  }

  status(): Promise<Answer<WorkspaceStatus>> {
    return this.#reading(() => this.#kernel.status());
  }

  pluginRoute(site: string, request: RouteRequest): Promise<Answer<RouteAnswer>> {
    return this.#calling(() => this.#kernel.pluginRoutes.answer(site, request));
  }

  agentOffers(site: string, caller: AgentCaller): Promise<Answer<AgentOffers>> {
    return this.#reading(() => this.#working.agents.offers(site, caller));
  }

  agentTool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<Answer<ToolAnswer | null>> {
    return this.#calling(() => this.#working.agents.tool(site, caller, name, given));
  }

  agentResources(site: string, caller: AgentCaller, cursor: string | null): Promise<Answer<ResourcesPage>> {
    return this.#reading(() => this.#working.agents.resources(site, caller, cursor));
  }

  agentResource(site: string, caller: AgentCaller, uri: string): Promise<Answer<object | null>> {
    return this.#calling(() => this.#working.agents.resource(site, caller, uri));
  }

  agentPrompt(site: string, caller: AgentCaller, name: string, given: Readonly<Record<string, string>>): Promise<Answer<object | null>> {
    return this.#reading(() => this.#working.agents.prompt(site, caller, name, given));
  }

  agentCompletion(site: string, caller: AgentCaller, uri: string, variable: string, begun: string): Promise<Answer<object>> {
    return this.#reading(() => this.#working.agents.completion(site, caller, uri, variable, begun));
  }

  announce(site: string): Promise<Answer<{ sequence: number }>> {
    return this.#acting(() => this.#announce(site));
  }

  /** Carries a publication to the public places; called by the queue's consumer. */
  refresh(site: string, sequence: number): Promise<Answer<RefreshResult>> {
    return this.#acting(async () => {
      await this.#kernel.plugins.prepare();
      // Its message may have been on the way when the site was erased.
      if (this.#kernel.erasures.last()?.sites.includes(site)) return { done: true, sequence };
      const { tenant } = this.#kernel.sites.get(site);
      return this.#kernel.publicContent.refresh(site, sequence, publicPlaces(this.env.PUBLIC_CONTENT, tenant));
    });
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Infinity;
    await this.#kernel.plugins.prepare();
    await this.#working.chores.run();
    await this.#setAlarm();
  }

  get #kernel(): Kernel {
    return this.#working.kernel;
  }

  #begin(): Working {
    const { PLUGIN_TRUST_KEYS: trustKeys, PLUGIN_SETTINGS_SECRET: secret, MCP_ORIGIN: agentsOrigin, TURNSTILE_SITE_KEY: challengeKey = "", PLUGIN_SANDBOX, MEDIA } = this.env;
    const kernel = createKernel(this.#powers, {
      pack: pack.plugins, trustKeys, sealing: sealingWith(secret), agentsOrigin, challengeKey, vaultOf: vaults(this.env), archiveTurn: this.#archiveTurn, ...pluginsBy(PLUGIN_SANDBOX, MEDIA),
    });
    const parts = { ...kernel, powers: this.#powers, vaultOf: vaults(this.env), recovery: this.#recovery };
    return {
      kernel, restorer: new Restorer(parts), eraser: new Eraser(parts), rewinder: new Rewinder(parts),
      chores: new Chores({ kernel, powers: this.#powers, env: this.env, archives: new ArchiveRemoval(parts) }),
      agents: new Agents({ kernel, store: this.env.PUBLIC_CONTENT }),
    };
  }

  #requireOwn(tenant: string): void {
    const own = this.env.TENANT_WORKSPACE.idFromName(tenant);
    if (!own.equals(this.ctx.id)) throw new Refusal("CONFLICT", { reason: "This workspace is another tenant's." });
  }

  async #left(tenant: string): Promise<ErasedView["left"]> {
    const vault = vaults(this.env)(tenant);
    const [media, backups, exported] = [await vault.servedMedia(), await vault.list("backups"), await vault.list("exports")];
    return { media, backups: backups.length, exports: exported.length };
  }

  /** Whatever is read may depend on which plugins take part. */
  #reading<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
    return answering(async () => {
      if (await this.#kernel.plugins.prepare()) await this.#setAlarm();
      return action();
    });
  }

  /** Plugins may be called for it, and what becomes of a call may have to be told. */
  #calling<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
    return this.#acting(async () => {
      await this.#kernel.plugins.prepare();
      return action();
    });
  }

  async #acting<T>(action: () => T | Promise<T>, patienceMs = 0): Promise<Answer<T>> {
    const answer = await answering(action);
    await this.#setAlarm(patienceMs);
    return answer;
  }

  /** Nobody waits for it. */
  #evict(name: CommandName, site: string, json: string): void {
    const { PLUGIN_SANDBOX: sandbox } = this.env;
    const plugin = sandbox && endedBy(name, json);
    if (!sandbox || plugin === undefined) return;
    this.ctx.waitUntil(evict(sandbox, { tenant: this.#kernel.sites.get(site).tenant, site, plugin }));
  }

  #spend(limit: RateName, subject: string): Standing {
    const standing = this.#kernel.rateLimits.spend(limit, subject);
    if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit, ...standing });
    return standing;
  }

  #announce(site: string): { sequence: number } {
    const { release, sequence } = this.#kernel.sites.get(site);
    if (release === 0) throw new Refusal("CONFLICT", { reason: "Nothing has been published yet." });
    this.#powers.sql.atomically(() => {
      this.#kernel.publicContent.forget(site);
      this.#kernel.outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    });
    return { sequence };
  }

  /**
   * Nothing waits between a command's commit and this: the platform stores the two together. An alarm that rings by the
   * time that what is new can wait for finds it by itself: who edits causes many commands in that time.
   */
  #setAlarm(patienceMs = 0): Promise<void> | undefined {
    if (this.#alarmAt <= this.#powers.now() + patienceMs) return undefined;
    const due = this.#working.chores.nextDue();
    if (due === undefined || due >= this.#alarmAt) return undefined;
    this.#alarmAt = due;
    return this.ctx.storage.setAlarm(due);
  }

  /** What a crash left without an alarm gets one when the object wakes, whoever woke it. */
  async #recallAlarm(): Promise<void> {
    this.#alarmAt = (await this.ctx.storage.getAlarm()) ?? Infinity;
    await this.#setAlarm();
  }
}

/** Without a sandbox executable plugins are skipped and reported. */
const pluginsBy = (sandbox: PluginSandbox | undefined, bucket: R2Bucket) => ({
  askLoader: () => askLoader(sandbox),
  ...(sandbox ? { pluginCalls: (parts: CallParts) => new LeasedCalls(parts, sandbox, platform(bucket)) } : {}),
});

function address(url: string): { site: string; path: string } {
  const { pathname } = new URL(url);
  const end = pathname.indexOf("/", 1);
  return end === -1 ? { site: pathname.slice(1), path: "/" } : { site: pathname.slice(1, end), path: pathname.slice(end) };
}

/** The length is said here because nobody after this knows it: HEAD has no body, and the cache would pass the page on in chunks. */
function response({ body, status, headers: named }: PublishedAnswer, method: string): Response {
  const bytes = body === null ? null : new TextEncoder().encode(body);
  const headers = new Headers(named as Record<string, string>);
  if (bytes) headers.set("Content-Length", String(bytes.byteLength));
  return new Response(method === "HEAD" ? null : bytes, { status, headers });
}
