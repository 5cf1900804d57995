import { DurableObject } from "cloudflare:workers";
import { AUDIT_GATHER_MS, REWIND_END_MS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Actor } from "../../runtime/actor.ts";
import { actorName } from "../../runtime/actor.ts";
import type { Answer } from "../../runtime/answer.ts";
import { answering } from "../../runtime/answer.ts";
import type { EraseInput } from "../../runtime/backups/eraser.ts";
import type { RestoreInput } from "../../runtime/backups/restorer.ts";
import type { Recovery, RewindBegun, RewindInput, RewindPlan, RewoundInput } from "../../runtime/backups/rewinder.ts";
import type { ErasedView, RestoredView, RewoundView } from "../../runtime/backups/views.ts";
import type { Envelope } from "../../runtime/command.ts";
import type { CommandName, RehearsedName } from "../../runtime/commandName.ts";
import { owesOnlyAudit } from "../../runtime/commandName.ts";
import type { FilesBegun } from "../../runtime/forms/arriving.ts";
import type { FilesAnnounced, FormApi, FormOutcome, FormPost } from "../../runtime/forms/formApi.ts";
import type { Kernel } from "../../runtime/kernel.ts";
import type { AgentApi } from "../../runtime/mcp/agentApi.ts";
import type { ToolAnswer } from "../../runtime/mcp/tools.ts";
import type { UploadPlace } from "../../runtime/media/library.ts";
import { OneAtATime } from "../../runtime/oneAtATime.ts";
import type { AgentCaller } from "../../runtime/plugins/agentCalls.ts";
import type { PluginRouteApi, RouteAnswer, RouteRequest } from "../../runtime/plugins/routes.ts";
import type { ResealedView } from "../../runtime/plugins/resealing.ts";
import type { Powers } from "../../runtime/powers.ts";
import type { RefreshResult } from "../../runtime/publicContent.ts";
import type { RateName, Standing } from "../../runtime/rateLimits.ts";
import type { ReadInput, ReadName, ReadView, Way } from "../../runtime/readTable.ts";
import { readNamed } from "../../runtime/readTable.ts";
import { setAddress } from "../../runtime/siteAddress.ts";
import type { WorkspaceStatus } from "../../runtime/status.ts";
import type { TenantStatus } from "../../runtime/tenant.ts";
import { setTenantStatus } from "../../runtime/tenantStatus.ts";
import type { EditingApi, InitialiseInput, InitialiseResult, LimitedAnswer, UploadBegunAnswer, UploadedFile, WorkspaceApi } from "../../runtime/workspaceApi.ts";
import { Alarm } from "./alarm.ts";
import type { Env } from "./env.ts";
import { endedBy, evict } from "./eviction.ts";
import { objectPowers } from "./objectPowers.ts";
import { platformRecovery } from "./platformRecovery.ts";
import { judgeInterrupted } from "./processRuns.ts";
import { publishedResponse } from "./publishedResponse.ts";
import { publicPlaces } from "./publicPlaces.ts";
import type { Working } from "./working.ts";
import { workingWith } from "./working.ts";

/**
 * One tenant's sites: their documents, releases and debts to the outside. One object per tenant, so that nothing here
 * can name another tenant's data. `#private` throughout: every other method of this class can be called over RPC.
 */
export class TenantWorkspaceDO extends DurableObject<Env> implements WorkspaceApi, EditingApi, PluginRouteApi, FormApi, AgentApi {
  readonly #powers: Powers;
  readonly #recovery: Recovery;
  readonly #alarm: Alarm;
  readonly #archiveTurn = new OneAtATime();
  #working: Working;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#powers = objectPowers(context.storage);
    this.#recovery = platformRecovery(context.storage, () => context.abort("taken back to an earlier moment"), this.#powers.now);
    this.#working = this.#begin();
    this.#alarm = new Alarm(context.storage, this.#powers.now, () => this.#working.chores.nextDue());
    void context.blockConcurrencyWhile(async () => {
      await judgeInterrupted(this.#kernel, env.PROCESS_RUNS ?? "");
      await this.#alarm.recall();
    });
  }

  override fetch(request: Request): Promise<Response> {
    return publishedResponse(this.#kernel.published, request);
  }

  override async alarm(): Promise<void> {
    this.#alarm.rings();
    await this.#kernel.plugins.prepare();
    await this.#working.chores.run();
    await this.#alarm.set();
  }

  /** Of `runtime/readTable.ts`. */
  read<N extends ReadName>(name: N, site: string, ...input: ReadInput<N>): Promise<Answer<ReadView<N>>> {
    const { way, answer } = readNamed(name);
    return this.#going(way, () => answer(this.#working.sources, site, ...input));
  }

  status(): Promise<Answer<WorkspaceStatus>> {
    return this.#prepared(() => this.#kernel.status());
  }

  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>> {
    return this.#acting(async () => {
      const standing = this.#spendIf(limit, envelope.actor);
      const done = await this.#kernel.execute(name, envelope, input);
      this.#evict(name, envelope.site, done.json);
      return { ...done, standing };
    }, owesOnlyAudit(name) ? AUDIT_GATHER_MS : 0);
  }

  rehearse(name: RehearsedName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<{ json: string }>> {
    return this.#acting(async () => {
      this.#spendIf(limit, envelope.actor);
      return { json: await this.#kernel.rehearse(name, envelope, input) };
    });
  }

  spend(limit: RateName, subject: string): Promise<Answer<Standing>> {
    return answering(() => this.#kernel.rateLimits.require(limit, subject));
  }

  beginUpload(site: string, actor: Actor, bytes: number | null, limit: RateName | null): Promise<Answer<UploadBegunAnswer>> {
    return this.#calling(() => {
      const standing = this.#spendIf(limit, actor);
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

  beginFormFiles(site: string, form: string, announced: FilesAnnounced): Promise<Answer<FilesBegun>> {
    return this.#calling(() => this.#kernel.forms.beginFiles(site, form, announced));
  }

  submitForm(site: string, form: string, post: FormPost): Promise<Answer<FormOutcome>> {
    // Plugins may hear of it with what is being gathered: the page of whoever sent it waits for none of them.
    return this.#acting(() => this.#kernel.forms.receive(site, form, post), AUDIT_GATHER_MS);
  }

  abandonFormFiles(post: string): Promise<Answer<null>> {
    return this.#acting(() => {
      this.#kernel.forms.abandonFiles(post);
      return null;
    });
  }

  pluginRoute(site: string, request: RouteRequest): Promise<Answer<RouteAnswer>> {
    return this.#calling(() => this.#kernel.pluginRoutes.answer(site, request));
  }

  agentTool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<Answer<ToolAnswer | null>> {
    return this.#calling(() => this.#working.agents.tool(site, caller, name, given));
  }

  initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>> {
    return this.#calling(() => this.#kernel.initialiser.run(input));
  }

  rehearseInitialise(input: InitialiseInput): Promise<Answer<null>> {
    return this.#calling(() => this.#kernel.initialiser.rehearse(input));
  }

  abandonSite(site: string): Promise<Answer<null>> {
    return this.#acting(() => this.#renewed(this.#kernel.initialiser.abandon(site)));
  }

  announce(site: string): Promise<Answer<{ sequence: number }>> {
    return this.#acting(() => this.#kernel.publicContent.announce(site));
  }

  /** Carries a publication to the public places; called by the queue's consumer. */
  refresh(site: string, sequence: number): Promise<Answer<RefreshResult>> {
    return this.#calling(() => {
      // Its message may have been on the way when the site was erased.
      if (this.#kernel.erasures.last()?.sites.includes(site)) return { done: true, sequence };
      const { tenant } = this.#kernel.sites.get(site);
      return this.#kernel.publicContent.refresh(site, sequence, publicPlaces(this.env.PUBLIC_CONTENT, tenant));
    });
  }

  setHostnames(site: string, hostnames: readonly string[]): Promise<Answer<null>> {
    return this.#acting(() => {
      const { sites, outbox } = this.#kernel;
      setAddress({ powers: this.#powers, sites, outbox }, site, sites.get(site).origin, hostnames);
      return null;
    });
  }

  resealSettings(): Promise<Answer<ResealedView>> {
    return this.#acting(() => this.#kernel.pluginSettings.reseal());
  }

  setStatus(status: TenantStatus): Promise<Answer<null>> {
    return this.#acting(() => {
      setTenantStatus({ powers: this.#powers, ...this.#kernel }, status);
      return null;
    });
  }

  restore(input: RestoreInput): Promise<Answer<RestoredView>> {
    return this.#acting(async () => {
      this.#requireOwn(input.tenant);
      return this.#renewed(await this.#working.restorer.run(input));
    });
  }

  erase(input: EraseInput): Promise<Answer<ErasedView>> {
    return this.#acting(async () => {
      this.#requireOwn(input.tenant);
      const erasure = this.#renewed(await this.#working.eraser.run(input));
      return this.#working.eraser.goOn(input.tenant, erasure);
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

  get #kernel(): Kernel {
    return this.#working.kernel;
  }

  #begin(): Working {
    return workingWith({ powers: this.#powers, env: this.env, recovery: this.#recovery, archiveTurn: this.#archiveTurn });
  }

  /** All of the database is another one now: what was remembered is of the one before. */
  #renewed<T>(done: T): T {
    this.#working = this.#begin();
    return done;
  }

  #requireOwn(tenant: string): void {
    const own = this.env.TENANT_WORKSPACE.idFromName(tenant);
    if (!own.equals(this.ctx.id)) throw new Refusal("CONFLICT", { reason: "This workspace is another tenant's." });
  }

  #spendIf(limit: RateName | null | undefined, actor: Actor): Standing | null {
    return limit ? this.#kernel.rateLimits.require(limit, actorName(actor)) : null;
  }

  #going<T>(way: Way, action: () => T | Promise<T>): Promise<Answer<T>> {
    if (way === "alone") return answering(action);
    return way === "prepared" ? this.#prepared(action) : this.#calling(action);
  }

  /** Whatever is read may depend on which plugins take part. */
  #prepared<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
    return answering(async () => {
      if (await this.#kernel.plugins.prepare()) await this.#alarm.set();
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
    await this.#alarm.set(patienceMs);
    return answer;
  }

  /** Nobody waits for it. */
  #evict(name: CommandName, site: string, json: string): void {
    const { PLUGIN_SANDBOX: sandbox } = this.env;
    const plugin = sandbox && endedBy(name, json);
    if (!sandbox || plugin === undefined) return;
    this.ctx.waitUntil(evict(sandbox, { tenant: this.#kernel.sites.get(site).tenant, site, plugin }));
  }
}
