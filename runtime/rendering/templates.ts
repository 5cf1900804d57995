import { withDefaults } from "../../manifests/fields/fields.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { type Result, accepted, refused } from "../../manifests/result.ts";
import type { Additions } from "../contributions/additions.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import type { Budget } from "../templates/budget.ts";
import { DIALECTS, type Dialect } from "../templates/dialect.ts";
import { compileTemplate, templateProblem, type Template } from "../templates/liquid.ts";
import type { Surroundings } from "../templates/surroundings.ts";
import { nestingFault } from "./nesting.ts";
import { ownPartsOf } from "./ownParts.ts";
import type { PluginProblem } from "./view.ts";

/** The rendered text, or the template's problem. */
export type TemplateOutcome = Result<string, string>;

type Compiled = Result<Template, string>;

/**
 * The compiled templates of each package, by dialect and file. All workspaces of an isolate have the same packages of
 * the deployment. A package that a workspace has stored is its own object, so it shares nothing with other workspaces.
 */
const compiledOf = new WeakMap<PackedPlugin, Map<Dialect, Map<string, Compiled>>>();

/**
 * The templates of one set of plugins. Each is compiled at its first use and cached. A failed template outputs nothing,
 * and its problem is recorded for members.
 */
export class Templates {
  readonly #problems = new Map<string, PluginProblem>();
  readonly #additions: Additions;

  constructor(additions: Additions) {
    this.#additions = additions;
  }

  render(
    plugin: ActivePlugin,
    file: string,
    dialect: Dialect,
    scope: Readonly<Record<string, unknown>>,
    surroundings: Surroundings,
    budget: Budget,
  ): TemplateOutcome {
    const compiled = find(plugin.plugin, file, dialect);
    const withOwnParts = { ...surroundings, ownParts: ownPartsOf(plugin.plugin) };
    const seen = (): Scope => seenBy(plugin, this.#additions.dataOf(plugin.id), scope);
    const written = compiled.ok ? attempt(() => compiled.value.render(seen(), withOwnParts, budget)) : compiled;
    const outcome = written.ok && dialect === DIALECTS.section ? nested(written.value) : written;
    if (!outcome.ok) this.#note({ plugin: plugin.id, file, problem: outcome.error });
    return outcome;
  }

  problems(): PluginProblem[] {
    return [...this.#problems.values()];
  }

  #note(problem: PluginProblem): void {
    this.#problems.set(`${problem.plugin}\n${problem.file}`, problem);
  }
}

type Scope = Readonly<Record<string, unknown>>;

/** Completes a scope for the templates of a plugin: other plugins' additions, and the settings of a plugin without code. */
function seenBy(
  { plugin: { manifest }, settings = {} }: ActivePlugin,
  additions: object | undefined,
  scope: Scope,
): Scope {
  const schema = manifest.kind === "declarative" ? manifest.contributes.settings : undefined;
  if (!additions && !schema) return scope;
  const more = { ...(additions && { additions }), ...(schema && { settings: withDefaults(schema, { ...settings }) }) };
  // A copy by value would compute what the scope computes only if a template reads it.
  return Object.defineProperties(more, Object.getOwnPropertyDescriptors(scope)) as Scope;
}

function nested(html: string): TemplateOutcome {
  const fault = nestingFault(html);
  return fault === undefined ? accepted(html) : refused(fault);
}

function find(plugin: PackedPlugin, file: string, dialect: Dialect): Compiled {
  const ofPackage = compiledOf.get(plugin) ?? new Map<Dialect, Map<string, Compiled>>();
  compiledOf.set(plugin, ofPackage);
  const ofDialect = ofPackage.get(dialect) ?? new Map<string, Compiled>();
  ofPackage.set(dialect, ofDialect);
  const known = ofDialect.get(file);
  if (known) return known;
  const made = compile(plugin.files[file], dialect);
  ofDialect.set(file, made);
  return made;
}

function compile(source: string | undefined, dialect: Dialect): Compiled {
  if (source === undefined) return refused("the file is not in the package");
  return attempt(() => compileTemplate(source, dialect));
}

function attempt<T>(make: () => T): Result<T, string> {
  try {
    return accepted(make());
  } catch (error) {
    return refused(templateProblem(error));
  }
}
