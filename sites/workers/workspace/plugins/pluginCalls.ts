import { callFailure } from "../../../../manifests/faults/callFailure.ts";
import { answerShape } from "../../../../capabilities/entryPoints.ts";
import { withStandIns } from "../../../../capabilities/heldSecrets.ts";
import { Lease } from "../../../../capabilities/lease.ts";
import { lend } from "../../../../capabilities/lending.ts";
import type { Loan } from "../../../../capabilities/loan.ts";
import { CALL_GRACE_MS, CALL_WALL_MS, CALLS_IN_FLIGHT } from "../../../../manifests/bounds/calls.ts";
import { MIGRATION_MAX_MS } from "../../../../manifests/bounds/plugins.ts";
import type { OutputLine } from "../../../../manifests/faults/fault.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import { UNNAMED_ZONE } from "../../../../runtime/documents/content/timeZone.ts";
import { unlessAborted } from "../../../../runtime/plugins/calls/unlessAborted.ts";
import type { PluginCall, PluginCalls, PluginOutcome } from "../../../../runtime/plugins/calls/calls.ts";
import { declares } from "../../../../runtime/plugins/calls/declared.ts";
import { type Grant, grantHash } from "../../../../runtime/contributions/grant.ts";
import type { Probation, VersionAtSite } from "../../../../runtime/plugins/calls/probation.ts";
import { type PluginHealth, counts } from "../../../../runtime/plugins/calls/health.ts";
import type { InvocationEnd, InvocationRef, Invocations } from "../../../../runtime/plugins/calls/invocations.ts";
import { inTurns } from "../../../../runtime/plugins/calls/turns.ts";
import { mayNameHost } from "../../../../runtime/plugins/calls/namedHost.ts";
import { reportOf } from "../../../../runtime/plugins/calls/report.ts";
import type { PluginSettings, SettingValues } from "../../../../runtime/plugins/settings/settings.ts";
import { ConcurrencyLimit, type CallQueue } from "../../../../runtime/plugins/calls/concurrencyLimit.ts";
import { inLanes } from "../../../../sandbox/lanes.ts";
import { askSandbox } from "../../../../sandbox/askSandbox.ts";
import type { PluginInvocation, LeaseStub } from "../../../../sandbox/invocation.ts";
import { LATE, within } from "../../../../sandbox/within.ts";
import { type LenderParts, type Outside, lenderFor } from "./lender.ts";
import type { PluginSandbox } from "../../../../sandbox/pluginSandbox.ts";
import { Trials } from "./trials.ts";
import type { TrialTurns } from "./trialTurns.ts";

/** The parts of the kernel that a plugin's call uses. */
export interface CallParts extends LenderParts {
  readonly pluginSettings: PluginSettings;
  readonly invocations: Invocations;
  readonly probation: Probation;
  readonly pluginHealth: PluginHealth;
}

/** Powers that calls need beside the workspace's own parts. */
export interface CallPowers {
  readonly sandbox: PluginSandbox;
  readonly outside: Outside;
  readonly trialTurns: TrialTurns;
  /** Called when the sandbox's process ended during a call. Undefined if nothing reports why processes end. */
  readonly sandboxLost?: (() => void) | undefined;
}

/**
 * Calls plugins in the sandbox. A call holds a lease while it runs. It is recorded before it starts, and its outcome
 * counts for or against the plugin's health.
 */
export class LeasedCalls implements PluginCalls {
  readonly #parts: CallParts;
  readonly #sandbox: PluginSandbox;
  readonly #outside: Outside;
  readonly #trials: Trials;
  readonly #sandboxLost: (() => void) | undefined;
  readonly #limit = new ConcurrencyLimit();
  readonly #grantHashes = new WeakMap<Grant, Promise<string>>();

  constructor(parts: CallParts, { sandbox, outside, trialTurns, sandboxLost }: CallPowers) {
    this.#parts = parts;
    this.#sandbox = sandbox;
    this.#outside = outside;
    this.#trials = new Trials(parts.probation, trialTurns);
    this.#sandboxLost = sandboxLost;
  }

  all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]> {
    return inLanes(calls, CALLS_IN_FLIGHT, (call) => this.#one(call));
  }

  async #one(call: PluginCall): Promise<PluginOutcome> {
    const { plugin, point, name } = call;
    if (!declares(plugin.plugin, point, name)) return callFailure("not_declared");
    const done = await this.#limit.run(this.#queueOf(call), () => this.#runWithSettings(call));
    return done ?? callFailure("busy");
  }

  /**
   * Chooses the queue of a call. Calls by visitors (routes) have their own queue, so that many of them cannot block a
   * publication's checks. Plugins on probation share one group, because each waiting call holds a place until its trial
   * turn.
   */
  #queueOf(call: PluginCall): CallQueue {
    const { site, plugin, point } = call;
    const isForStrangers = point === "routes";
    return {
      key: JSON.stringify([site, plugin.id, isForStrangers]),
      group: this.#parts.probation.has(versionOf(call)) ? String(isForStrangers) : undefined,
    };
  }

  async #runWithSettings(call: PluginCall): Promise<PluginOutcome> {
    const settings = call.isApart ? {} : await this.#settings(call);
    if (!settings) return callFailure("settings_unfit");
    return (
      (await this.#trials.run(versionOf(call), () => this.#runIfActive(call, settings))) ?? callFailure("on_probation")
    );
  }

  /** Checks last that the plugin is active, because the waits before may have been long. */
  async #runIfActive(call: PluginCall, settings: SettingValues): Promise<PluginOutcome> {
    if (call.signal?.aborted) return callFailure("cancelled");
    return call.isApart || this.#parts.plugins.holds(call.site, call.plugin)
      ? this.#runRecorded(call, settings)
      : callFailure("plugin_skipped");
  }

  async #settings({ site, plugin }: PluginCall): Promise<SettingValues | undefined> {
    try {
      return await this.#parts.pluginSettings.read(site, plugin.plugin);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /**
   * Records the call, then makes it. The platform sends no request before the record is stored, so a call that crashes
   * the process is on record.
   */
  async #runRecorded(call: PluginCall, settings: SettingValues): Promise<PluginOutcome> {
    const record = this.#parts.invocations.begin(call);
    const reads = new Set<string>();
    const output: OutputLine[] = [];
    const loan = lend(
      lenderFor(
        this.#parts,
        call,
        call.point === "data" ? (dependency) => readLast(reads, dependency) : undefined,
        this.#outside,
        (line) => output.push(line),
      ),
      borrowerOf(call, settings),
    );
    try {
      const asked = inTurns(call, (turn) => this.#invoked(turn, settings, loan));
      const done = await unlessAborted(call.signal, asked, callFailure("cancelled"));
      const fault = done.ok ? undefined : done.fault;
      const shape = answerShape(call.point, call.name);
      const report = reportOf({ plugin: call.plugin, settings, fault, output, shape });
      this.#ended(call, record, done, { use: loan.use, report });
      return done.ok ? { ...done, reads: [...reads] } : done;
    } finally {
      loan.end();
    }
  }

  async #invoked(call: PluginCall, settings: SettingValues, loan: Loan): Promise<PluginOutcome> {
    const invocation = await this.#invocation(call, settings);
    try {
      const first = await this.#asked(invocation, loan);
      if (first.ok || first.code !== "artifact_missing") return first;
      const { digest, manifestText, files } = call.plugin.plugin;
      const put = await this.#sandbox.put(digest, { manifestText, files });
      return put.ok ? await this.#asked(invocation, loan) : put;
    } catch (error) {
      console.error(visibleJson({ event: "plugin_sandbox_silent", plugin: call.plugin.id, error: String(error) }));
      if (isLost(error) && this.#sandboxLost) await this.#judgedAnew(this.#sandboxLost);
      return callFailure("sandbox_silent");
    }
  }

  /**
   * Restarts the object and leaves the call on record without an outcome. The new start judges it, as after a crash of
   * the whole process. The wait lets the runner note how the process ended.
   */
  async #judgedAnew(sandboxLost: () => void): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, RUN_NOTED_MS));
    sandboxLost();
  }

  /** Calls the sandbox with a deadline. The sandbox limits the plugin's time; this deadline limits the sandbox. */
  async #asked(
    invocation: PluginInvocation & { readonly target: { readonly wallMs: number } },
    loan: Loan,
  ): Promise<PluginOutcome> {
    const answer = askSandbox(this.#sandbox, invocation, new Lease(loan) as unknown as LeaseStub);
    const answered = await within(invocation.target.wallMs + CALL_GRACE_MS, answer);
    return answered === LATE ? callFailure("sandbox_silent") : answered;
  }

  async #invocation({ site, plugin, point, name, input, isApart = false }: PluginCall, settings: SettingValues) {
    const { tenant, origin } = this.#parts.sites.get(site);
    const { documents } = this.#parts;
    const {
      name: siteName,
      language,
      timeZone = UNNAMED_ZONE,
    } = documents.only(site, "settings", documents.change(site)).body;
    const { digest } = plugin.plugin;
    const grant = plugin.grant ?? { digest, capabilities: {} };
    return {
      target: {
        digest,
        tenant,
        site,
        plugin: plugin.id,
        grantHash: (await this.#hashOf(grant)) + (isApart ? APART : ""),
        wallMs: wallMsOf({ plugin }),
      },
      call: { point, name, input },
      about: {
        site: { id: site, name: siteName, origin, language, timeZone },
        settings: withStandIns(settings, grant.capabilities.http),
        additions: this.#parts.plugins.forSite(site).additions.dataOf(plugin.id),
      },
    };
  }

  /** A grant never changes, and each call needs its hash. */
  #hashOf(grant: Grant): Promise<string> {
    const known = this.#grantHashes.get(grant) ?? grantHash(grant, this.#parts.powers.digest);
    this.#grantHashes.set(grant, known);
    return known;
  }

  #ended(
    call: PluginCall,
    record: InvocationRef,
    done: PluginOutcome,
    left: Pick<InvocationEnd, "use" | "report">,
  ): void {
    const { powers, invocations, pluginHealth } = this.#parts;
    powers.sql.atomically(() => {
      const durationMs = Math.max(0, powers.now() - record.startedAt);
      invocations.end(record, { outcome: done.ok ? "ok" : done.code, durationMs, ...left });
      if (call.isApart) return;
      if (done.ok) pluginHealth.succeeded(record);
      else if (counts(call, done.code)) pluginHealth.failed(record, done.code);
    });
  }
}

/**
 * A suffix of the grant's hash. It gives migrations isolates in which no call of the running version left any state.
 */
const APART = ".apart";

/**
 * The time for the runner to note a process's end, in milliseconds. About ten are usual, and more on a loaded machine.
 */
const RUN_NOTED_MS = 250;

/** Records a read as the last one. A state that returns is later than the one between. */
function readLast(reads: Set<string>, dependency: string): void {
  reads.delete(dependency);
  reads.add(dependency);
}

/** Tells whether an error is a lost connection to another process. Only those errors have `retryable`. */
const isLost = (error: unknown): boolean => error instanceof Error && Object.hasOwn(error, "retryable");

const versionOf = ({ site, plugin }: PluginCall): VersionAtSite => ({
  site,
  plugin: plugin.id,
  digest: plugin.plugin.digest,
});

const wallMsOf = ({ plugin }: Pick<PluginCall, "plugin">): number =>
  plugin.plugin.manifest.limits?.wallMs ?? CALL_WALL_MS;

const borrowerOf = ({ site, plugin, isApart = false }: PluginCall, settings: SettingValues) => ({
  site,
  plugin: plugin.id,
  granted: plugin.grant?.capabilities ?? {},
  settings,
  mayNameHost: (host: string) => mayNameHost(plugin, settings, host),
  calls: plugin.plugin.manifest.limits?.subrequests,
  wallMs: isApart ? MIGRATION_MAX_MS : wallMsOf({ plugin }),
});
