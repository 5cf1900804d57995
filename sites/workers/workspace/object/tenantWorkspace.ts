import { visibleJson } from "../../../../manifests/visible.ts";
import { OUTBOX_GATHER_MS } from "../../../../manifests/bounds/commands.ts";
import { actorName, type Actor } from "../../../../runtime/area/actor.ts";
import { answering, type Answer } from "../../../../runtime/commands/answer.ts";
import type { EraseInput } from "../../../../runtime/backups/eraser.ts";
import type { RestoreInput } from "../../../../runtime/backups/restorer.ts";
import type { ArchivedName, ArchiveFile, ArchivePiece } from "../../../../runtime/backups/vault.ts";
import type * as rewinder from "../../../../runtime/backups/rewinder.ts";
import type { BackupsView, ErasedView, RestoredView, RewoundView } from "../../../../runtime/backups/views.ts";
import type { Envelope } from "../../../../runtime/area/command.ts";
import { owesOnlyAudit, type CommandName, type RehearsedName } from "../../../../runtime/commandNames.ts";
import type { Kernel } from "../../../../runtime/kernel.ts";
import type { AgentApi } from "../../../../runtime/agents/agentApi.ts";
import type { ToolAnswer } from "../../../../runtime/agents/tools.ts";
import type { UploadPlace } from "../../../../runtime/media/library.ts";
import type { ReadMode } from "../../../../runtime/area/area.ts";
import { OneAtATime } from "../../../../runtime/area/oneAtATime.ts";
import type { AgentCaller } from "../../../../runtime/agents/agentCalls.ts";
import type { PluginRouteApi, RouteRequest } from "../../../../runtime/plugins/calls/routes.ts";
import type { PluginWebhookApi, WebhookRequest } from "../../../../runtime/plugins/webhooks/webhooks.ts";
import type { ResealedView } from "../../../../runtime/plugins/settings/resealing.ts";
import type { Powers } from "../../../../runtime/powers/powers.ts";
import type { RefreshResult } from "../../../../runtime/serving/publicContent.ts";
import type { RateName, RateLimitState } from "../../../../runtime/tenancy/rateLimits.ts";
import type { ReadInput, ReadName, ReadView } from "../../../../runtime/readTable.ts";
import { originWith, setAddress } from "../../../../runtime/tenancy/siteAddress.ts";
import type { WorkspaceStatus } from "../../../../runtime/editing/status.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";
import { setTenantStatus } from "../../../../runtime/tenancy/tenantStatus.ts";
import type { ReturnedArchive, ReturnInput } from "../../../../runtime/operating/archiveReturns.ts";
import type { InitialiseInput, InitialiseResult } from "../../../../runtime/operating/initialise.ts";
import type { SiteRemoval } from "../../../../runtime/operating/siteRemovals.ts";
import type { RemoveSiteInput } from "../../../../runtime/operating/siteRemover.ts";
import type { VisitorAnswered, VisitorGiven, VisitorsApi } from "../../../../runtime/visitorsApi.ts";
import type { EditingApi, LimitedAnswer, UploadBegunAnswer, WorkspaceApi } from "../../../../runtime/workspaceApi.ts";
import { Alarm } from "./alarm.ts";
import { carryPublication, otherTenants, takeSiteAway } from "./carrying.ts";
import { GROUP, GroupCommit } from "./groupCommit.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { LIVE_ADDRESS } from "../../../platform/live/live.ts";
import type { PublishedQuestion } from "../../../platform/tenants/published.ts";
import { LiveObject } from "../live/liveObject.ts";
import { LiveSockets } from "../live/liveSockets.ts";
import { evictChanged, evictDistrusted } from "../plugins/eviction.ts";
import { objectPowers } from "./objectPowers.ts";
import { platformRecovery } from "./platformRecovery.ts";
import { judgeInterrupted } from "./processRuns.ts";
import { publishedBytes, publishedResponse } from "./publishedResponse.ts";
import { leaveRemark } from "./leaveRemark.ts";
import { uncovered } from "./uncovered.ts";
import { kernelWith } from "./workspaceKernel.ts";

/** The method that gives an object new powers. */
export const RENEW = Symbol("renew");
/** The method that answers published content as plain values. */
export const PUBLISHED = Symbol("published");

/** One tenant's workspace in an own object, so no caller can name another's data. RPC reaches all but `#private` methods. */
export class TenantWorkspace<E>
  extends LiveObject<E>
  implements WorkspaceApi, EditingApi, PluginRouteApi, PluginWebhookApi, VisitorsApi, AgentApi
{
  readonly #powers: Powers;
  #given: WorkspacePowers;
  readonly #recovery: rewinder.Recovery;
  readonly #alarm: Alarm;
  readonly [GROUP] = new GroupCommit();
  readonly #archiveTurn = new OneAtATime();
  #kernel: Kernel;
  readonly [PUBLISHED] = (question: PublishedQuestion) => publishedBytes(this.#kernel, question, this.#alarm);

  constructor(context: DurableObjectState, env: E, given: WorkspacePowers) {
    super(context, env);
    this.#given = given;
    this.#powers = objectPowers(context.storage);
    this.#recovery = platformRecovery(
      context.storage,
      () => context.abort("taken back to an earlier moment"),
      this.#powers.now,
    );
    this.live = new LiveSockets({
      state: context,
      heldLogins: given.heldLogins,
      now: this.#powers.now,
      news: (site, asked) => this.#offers.news(site, asked),
    });
    this.#kernel = this.#begin();
    this.#alarm = new Alarm(context.storage, this.#powers.now, () => this.#kernel.chores.nextDue());
    void context.blockConcurrencyWhile(async () => {
      await judgeInterrupted(this.#kernel.offers, given.settings.PROCESS_RUNS ?? "");
      await this.#alarm.recall();
    });
  }

  override async fetch(request: Request): Promise<Response> {
    const live = request.url === LIVE_ADDRESS && this.live?.open(request);
    return live || publishedResponse(this.#kernel, request, this.#alarm);
  }

  override async alarm(): Promise<void> {
    await this.#alarm.ring(async () => {
      await this.#offers.plugins.prepare();
      for (const error of await this.#kernel.chores.run())
        console.error(visibleJson({ event: "chore_failed", error: String(error) }));
    });
    this.live?.tell();
  }

  /** Answers a read by its name. */
  read<N extends ReadName>(name: N, site: string, ...input: ReadInput<N>): Promise<Answer<ReadView<N>>> {
    const { mode, answer } = this.#kernel.read(name, site, ...input);
    const answered = this.#answerRead(mode, answer);
    if (name === "presence") void answered.then(() => this.live?.polled());
    return answered;
  }

  status(): Promise<Answer<WorkspaceStatus>> {
    return this.#answerCallingPlugins(() => ({ ...this.#offers.status(), overdueMs: this.#kernel.chores.overdueMs }));
  }

  execute(name: CommandName, envelope: Envelope, input: unknown, limit?: RateName): Promise<Answer<LimitedAnswer>> {
    const run = async (): Promise<LimitedAnswer> => {
      const standing = this.#spendIf(limit, envelope.actor);
      const done = await this.#kernel.execute(name, envelope, input);
      evictChanged(this.#offers, this.#given, envelope.site, done.facts.ended);
      return { ...done, standing };
    };
    const done = this[GROUP].run(() => this.#answerThenSetAlarm(run, owesOnlyAudit(name) ? OUTBOX_GATHER_MS : 0));
    return done.then(async (answer) => {
      if (answer.ok && !(await uncovered(this.#offers, envelope.site, this.#given.pages))) await this.#alarm.set();
      return answer;
    });
  }

  rehearse(
    name: RehearsedName,
    envelope: Envelope,
    input: unknown,
    limit?: RateName,
  ): Promise<Answer<{ json: string }>> {
    return this.#answerThenSetAlarm(async () => {
      this.#spendIf(limit, envelope.actor);
      return { json: await this.#kernel.rehearse(name, envelope, input) };
    });
  }

  spend(limit: RateName, subject: string): Promise<Answer<RateLimitState>> {
    return answering(() => this.#offers.rateLimits.require(limit, subject));
  }

  endMembership(site: string, member: string): Promise<Answer<null>> {
    return answering(() => {
      const { unfinished, presence, mailMembers, memberLanguages, savedFilters } = this.#offers;
      for (const kept of [unfinished, presence, mailMembers, memberLanguages, savedFilters])
        kept.endMember(site, member);
      void this.live?.recheck();
      return null;
    });
  }

  beginUpload(
    site: string,
    actor: Actor,
    bytes: number | null,
    limit: RateName | null,
  ): Promise<Answer<UploadBegunAnswer>> {
    return this.#answerCallingPlugins(() => {
      const standing = this.#spendIf(limit, actor);
      return { ...this.#offers.media.begin(site, bytes), standing };
    });
  }

  placeUpload(...[site, upload, file]: Parameters<EditingApi["placeUpload"]>): Promise<Answer<UploadPlace>> {
    return this.#answerThenSetAlarm(() => this.#offers.media.place(site, upload, file));
  }

  endUpload(upload: string): Promise<Answer<null>> {
    return this.#answerThenSetAlarm(() => {
      this.#offers.media.end(upload);
      return null;
    });
  }

  openShareLink(...[site, secret]: VisitorGiven<"openShareLink">): VisitorAnswered<"openShareLink"> {
    return this.#answerResolved(() => this.#offers.sharedDraft.open(site, secret));
  }

  leaveRemark(...[site, secret, remark]: VisitorGiven<"leaveRemark">): VisitorAnswered<"leaveRemark"> {
    return this.#answerThenSetAlarm(() => leaveRemark(this.#kernel, site, secret, remark));
  }

  readerAct(...[site, act]: VisitorGiven<"readerAct">): VisitorAnswered<"readerAct"> {
    return this.#answerCallingPlugins(() => this.#offers.readerActs.do(site, act));
  }

  countVisits(...[site, visits]: VisitorGiven<"countVisits">): VisitorAnswered<"countVisits"> {
    return answering(() => this.#offers.visits.count(site, visits));
  }

  beginFormFiles(...[site, form, announced]: VisitorGiven<"beginFormFiles">): VisitorAnswered<"beginFormFiles"> {
    return this.#answerCallingPlugins(() => this.#offers.forms.beginFiles(site, form, announced));
  }

  submitForm(...[site, form, post]: VisitorGiven<"submitForm">): VisitorAnswered<"submitForm"> {
    // Plugins learn of the submission with the alarm's work, so the visitor does not wait for them.
    const receive = () => this.#offers.forms.receive(site, form, post);
    return this[GROUP].run(() => this.#answerThenSetAlarm(receive, OUTBOX_GATHER_MS));
  }

  abandonFormFiles(post: string): Promise<Answer<null>> {
    return this.#answerThenSetAlarm(() => {
      this.#offers.forms.abandonFiles(post);
      return null;
    });
  }

  pluginRoute(site: string, request: RouteRequest): ReturnType<PluginRouteApi["pluginRoute"]> {
    return this.#answerCallingPlugins(() => this.#offers.pluginRoutes.answer(site, request));
  }
  pluginWebhook(site: string, request: WebhookRequest): ReturnType<PluginWebhookApi["pluginWebhook"]> {
    return this.#answerCallingPlugins(() => this.#offers.pluginWebhooks.receive(site, request));
  }

  agentTool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<Answer<ToolAnswer | null>> {
    return this.#answerCallingPlugins(() => this.#offers.agents.tool(site, caller, name, given));
  }

  initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>> {
    return this.#answerCallingPlugins(() => this.#offers.initialiser.run(input));
  }

  rehearseInitialise(input: InitialiseInput): Promise<Answer<null>> {
    return this.#answerCallingPlugins(() => this.#offers.initialiser.rehearse(input));
  }

  abandonSite(site: string): Promise<Answer<null>> {
    return this.#answerThenSetAlarm(() => this.#renewed(this.#offers.initialiser.abandon(site)));
  }

  removeSite(site: string, input: RemoveSiteInput): Promise<Answer<SiteRemoval>> {
    return this.#answerOwn(input.tenant, async () => {
      await this.#offers.plugins.prepare();
      return takeSiteAway(this.#offers, this.#given, { ...input, site }, () => this.#renewed(this).#offers);
    });
  }

  announce(site: string): Promise<Answer<{ sequence: number }>> {
    return this.#answerThenSetAlarm(() => this.#offers.publicContent.announce(site));
  }

  /** Brings a publication to the public store and the caches. The queue's consumer calls it. */
  refresh(site: string, sequence: number): Promise<Answer<RefreshResult>> {
    return this.#answerCallingPlugins(() => carryPublication(this.#offers, this.#given, site, sequence));
  }

  setHostnames(site: string, hostnames: readonly string[]): Promise<Answer<null>> {
    return this.#answerThenSetAlarm(() => {
      setAddress(this.#offers, site, originWith(this.#offers.sites.get(site).origin, hostnames), hostnames);
      return null;
    });
  }

  resealSettings(): Promise<Answer<ResealedView>> {
    return this.#answerThenSetAlarm(() => this.#offers.pluginSettings.reseal());
  }

  /** Checks every package against the keys that are trusted now, and evicts the isolates of those no longer trusted. */
  trustChanged(): Promise<Answer<null>> {
    return this.#answerThenSetAlarm(async () => {
      await this.#offers.plugins.keysChanged();
      evictDistrusted(this.#offers, this.#given);
      return null;
    });
  }

  setStatus(status: TenantStatus): Promise<Answer<null>> {
    return this.#answerThenSetAlarm(() => {
      setTenantStatus(this.#offers, status);
      void this.live?.recheck();
      return null;
    });
  }

  backups(tenant: string): Promise<Answer<BackupsView>> {
    return this.#answerOwn(tenant, () => this.#offers.archiveReads.kept(tenant));
  }

  openArchived(tenant: string, asked: ArchivedName): Promise<Answer<ArchiveFile>> {
    return this.#answerOwn(tenant, () => this.#offers.archiveReads.archived(tenant, asked));
  }

  lackingFiles(tenant: string, digests: readonly string[]): Promise<Answer<readonly string[]>> {
    return this.#answerOwn(tenant, () => this.#offers.archiveReturns.lacking(tenant, digests));
  }

  takeArchived(tenant: string, piece: ArchivePiece, body: ReadableStream<Uint8Array>): Promise<Answer<boolean>> {
    return this.#answerOwn(tenant, () => this.#offers.archiveReturns.take(tenant, piece, body));
  }

  returnBackup(input: ReturnInput): Promise<Answer<ReturnedArchive>> {
    return this.#answerOwn(input.tenant, () => this.#offers.archiveReturns.finish(input));
  }

  restore(input: RestoreInput): Promise<Answer<RestoredView>> {
    return this.#answerOwn(input.tenant, async () => this.#renewed(await this.#offers.restorer.run(input)));
  }

  erase(input: EraseInput): Promise<Answer<ErasedView>> {
    return this.#answerOwn(input.tenant, async () => {
      const erasure = this.#renewed(await this.#offers.eraser.run(input));
      return this.#offers.eraser.goOn(input.tenant, erasure);
    });
  }

  planRewind(input: rewinder.RewindInput): Promise<Answer<rewinder.RewindPlan>> {
    return this.#answerOwn(input.tenant, () => this.#offers.rewinder.plan(input));
  }

  rewind(plan: rewinder.RewindPlan): Promise<Answer<rewinder.RewindBegun>> {
    return answering(async () => {
      const begun = await this.#offers.rewinder.begin(plan);
      this.ctx.waitUntil(this.#offers.rewinder.endLater());
      return begun;
    });
  }

  rewound(input: rewinder.RewoundInput): Promise<Answer<RewoundView>> {
    return this.#answerOwn(input.tenant, () => this.#offers.rewinder.settle(input));
  }

  /** RPC cannot name a symbol, so only the object's own code can replace its powers. */
  [RENEW](given: WorkspacePowers): void {
    this.#given = given;
    this.#kernel = this.#begin();
  }

  get #offers(): Kernel["offers"] {
    return this.#kernel.offers;
  }

  #begin(): Kernel {
    const kernel = kernelWith({
      powers: this.#powers,
      given: this.#given,
      recovery: this.#recovery,
      archiveTurn: this.#archiveTurn,
      wakeAnew: (why) => this.ctx.abort(why),
    });
    kernel.offers.presence.alsoHeld((site) => this.live?.places(site) ?? []);
    return kernel;
  }

  /** Rebuilds the kernel, because the database was replaced and everything in memory is stale. */
  #renewed<T>(done: T): T {
    this.#kernel = this.#begin();
    return done;
  }

  #spendIf(limit: RateName | null | undefined, actor: Actor): RateLimitState | null {
    return limit ? this.#offers.rateLimits.require(limit, actorName(actor)) : null;
  }

  #answerRead<T>(mode: ReadMode, action: () => T | Promise<T>): Promise<Answer<T>> {
    if (mode === "plain") return answering(action);
    return mode === "resolved" ? this.#answerResolved(action) : this.#answerCallingPlugins(action);
  }

  /** Runs an action after plugin resolution, because its answer may depend on the active plugins. */
  #answerResolved<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
    return answering(async () => {
      if (await this.#offers.plugins.prepare()) await this.#alarm.set();
      return action();
    });
  }

  /** Runs an action that may call plugins: after resolution, and then sets the alarm for work that a call left. */
  #answerCallingPlugins<T>(action: () => T | Promise<T>): Promise<Answer<T>> {
    return this.#answerThenSetAlarm(async () => {
      await this.#offers.plugins.prepare();
      return action();
    });
  }

  /** Runs an action on this object's own tenant. */
  #answerOwn<T>(tenant: string, action: () => T | Promise<T>): Promise<Answer<T>> {
    return this.#answerThenSetAlarm(() => {
      if (!this.#given.isOf(tenant)) throw otherTenants();
      return action();
    });
  }

  /** Runs an action, then sets the alarm for work that it left. That work can wait for `patienceMs`. */
  async #answerThenSetAlarm<T>(action: () => T | Promise<T>, patienceMs = 0): Promise<Answer<T>> {
    const answer = await answering(action);
    await this.#alarm.set(patienceMs);
    this.live?.tell();
    return answer;
  }
}
