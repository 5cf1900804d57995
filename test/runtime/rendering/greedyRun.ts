/**
 * Renders greedy templates within the budget of a section, each of which fails or ends. Started as a program with a
 * small heap, the number of made templates, and which of all to take (every tenth). The process breaks off when one
 * takes more memory than there is.
 * Prints the dearest by processor time as JSON.
 */
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../../manifests/bounds.ts";
import { Budget } from "../../../runtime/rendering/budget.ts";
import { DIALECTS } from "../../../runtime/rendering/dialect.ts";
import { compileTemplate } from "../../../runtime/rendering/liquid.ts";
import { greedyTemplate, repeatedFilters } from "./greedyTemplates.ts";
import { surroundings } from "./specimen.ts";

const given = {
  text: "x".repeat(50_000),
  signs: "<&>'\"\n *_`".repeat(5_000),
  list: Array.from({ length: 2_000 }, (_, index) => ({ index, text: "y".repeat(100) })),
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Whether it rendered, or was stopped at its budget. */
function isRendered(source: string): boolean {
  try {
    compileTemplate(source, DIALECTS.section).render(given, surroundings, new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS));
    return true;
  } catch {
    return false;
  }
}

const [count, stride] = process.argv.slice(2).map(Number);
const all = [...repeatedFilters, ...Array.from({ length: count ?? 0 }, (_, seed) => greedyTemplate(seed))];
const sources = all.filter((_, index) => index % (stride ?? 1) === 0);
const taken = sources.map((source) => {
  const before = cpuMs();
  const rendered = isRendered(source);
  return { source, rendered, ms: Math.round(cpuMs() - before) };
});
const dearest = taken.toSorted((one, other) => other.ms - one.ms).slice(0, 12);
console.log(JSON.stringify({ count: taken.length, rendered: taken.filter((one) => one.rendered).length, dearest }, undefined, 1));
