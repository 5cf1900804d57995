/**
 * Reads from a plugin's code which capabilities it uses, and what a sandbox lacks. It reads the parsed program, so texts,
 * comments, and names that the code declares itself do not count. The isolate and the lease decide what may run.
 */
import type { Node } from "acorn";
import { CONTEXT } from "../../../capabilities/contract.ts";
import type { CapabilityText } from "../../../capabilities/verbs/verb.ts";
import { hookKind } from "../../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { reachedModules } from "../../../manifests/packages/importCheck.ts";
import { getsVisitorInput } from "../../../runtime/plugins/calls/report.ts";
import { located, type LocatedIssue } from "../files/locatedIssue.ts";
import type { AllowableCheck } from "./findings/checks.ts";
import { readUses, type Uses } from "./uses.ts";
import { CONTEXT_NAMES, type ContextName } from "./types/context.ts";

type Files = Readonly<Record<string, string>>;

/** Global names that the sandbox lacks or refuses, each with what works instead. */
const LACKING: Readonly<Record<string, { readonly found: string; readonly allowed: string }>> = {
  eval: { found: "eval(", allowed: "code in the file; no code from strings (eval)" },
  Function: { found: "Function(", allowed: "code in the file; no code from strings (eval)" },
  require: { found: "require(", allowed: "import" },
};

export interface CodeReading {
  /** Code that always fails, and uses of capabilities that the manifest does not ask for. */
  readonly failing: readonly LocatedIssue[];
  /** Code that fails in a sandbox, but runs only under a condition. Code for several places has such parts. */
  readonly guarded: readonly LocatedIssue[];
  /** Requested capabilities without a visible use. An owner would grant something that the code does not need. */
  readonly unused: readonly string[];
}

interface Module {
  readonly file: string;
  readonly text: string;
  readonly uses: Uses;
}

interface CodeFinding {
  readonly found: string;
  readonly allowed: string;
  readonly check: AllowableCheck;
}

const issueAt = ({ file, text }: Module, offset: number, finding: CodeFinding): LocatedIssue =>
  located({ pointer: "", ...finding }, file, text, offset);

/** The places where a module uses a capability, as a member of `ctx` or by its global name. */
function usesOf({ uses }: Module, name: ContextName): readonly Node[] {
  const { global }: CapabilityText<never> = CONTEXT[name];
  return [...(uses.ofContext.get(name) ?? []), ...(global === undefined ? [] : (uses.calls.get(global) ?? []))];
}

function unaskedIn(module: Module, asked: ReadonlySet<string>): LocatedIssue[] {
  return CONTEXT_NAMES.filter((name) => !asked.has(name)).flatMap((name) => {
    const [first] = usesOf(module, name).toSorted((a, b) => a.start - b.start);
    if (!first) return [];
    const found = `${name}, which the manifest does not ask for`;
    const allowed = `only what /capabilities/${name} of the manifest asks for`;
    return [issueAt(module, first.start, { found, allowed, check: "unasked-capability" })];
  });
}

const lackingIn = (module: Module, isGuarded: boolean): LocatedIssue[] =>
  Object.entries(LACKING).flatMap(([name, { found, allowed }]) =>
    (module.uses.calls.get(name) ?? [])
      .filter((node) => module.uses.isGuarded(node) === isGuarded)
      .map((node) => issueAt(module, node.start, { found, allowed, check: "unknown-api" })),
  );

/** Capabilities that other members of the manifest use for the code. */
function usedByManifest(manifest: Manifest): string[] {
  const { hooks = [], actions = [], frames = [], letters = [] } = manifest.contributes;
  return [
    ...(getsVisitorInput(manifest) ? ["logs"] : []),
    ...hooks.flatMap(({ on }) => hookKind(on).capability ?? []),
    // The kernel sends these letters, with the answers of forms that the plugin asks for.
    ...letters.flatMap(({ on }) => (on === undefined ? [] : on === "publication" ? ["mail"] : ["mail", "forms"])),
    ...(frames.length > 0 ? ["browser"] : []),
    ...actions.map(() => "actions"),
    // A migration puts data there that has to fit into what the version asks for.
    ...(manifest.migrate ?? []).flatMap(({ of }) => (of === "storage" ? [of] : [])),
  ];
}

/** Reads the modules that the main module reaches. Scripts of frames run in browsers, which have no capabilities. */
export function readCode(manifest: Manifest, files: Files): CodeReading {
  const { capabilities = {}, main } = manifest;
  const asked = new Set(Object.keys(capabilities));
  const reached = main === undefined ? [] : [...reachedModules(files, main)];
  const modules = reached.flatMap((file): Module[] => {
    const text = files[file] ?? "";
    return [{ file, text, uses: readUses(file, text) }];
  });
  const seen = CONTEXT_NAMES.filter((name) => modules.some((module) => usesOf(module, name).length > 0));
  const used = new Set<string>([...seen, ...usedByManifest(manifest)]);
  return {
    failing: modules.flatMap((module) => [...lackingIn(module, false), ...unaskedIn(module, asked)]),
    guarded: modules.flatMap((module) => lackingIn(module, true)),
    unused: [...asked].filter((name) => !used.has(name)),
  };
}
