/** Renders the template of some genes within the budget of one section, and measures its cost. */
import { MARKDOWN_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../../manifests/bounds/templates.ts";
import { Budget } from "../../../runtime/templates/budget.ts";
import { DIALECTS } from "../../../runtime/templates/dialect.ts";
import { compileTemplate } from "../../../runtime/templates/liquid.ts";
import { type Genes, sourceOf } from "./greedyTemplates.ts";
import { surroundings } from "../rendering/specimen.ts";

const list = Array.from({ length: 2_000 }, (_, index) => ({ index, text: "y".repeat(100) }));
const picture = { src: `/media/${"a".repeat(250)}.png`, alt: "<&>".repeat(100), width: 4_000, height: 3_000 };

const textOf = ({ atoms }: Genes): string => {
  const fragment = atoms.join("");
  return fragment.repeat(Math.floor(MARKDOWN_MAX_CHARS / fragment.length));
};

/** True if the template renders. Otherwise it exceeds its budget, or a filter fails. */
export function isRendered(genes: Genes): boolean {
  const given = { text: textOf(genes), list, picture };
  try {
    compileTemplate(sourceOf(genes), DIALECTS.section).render(
      given,
      surroundings,
      new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS),
    );
    return true;
  } catch {
    return false;
  }
}

/** Processor time of the process in milliseconds, with the garbage collector's threads. */
export function cpuMsOf(genes: Genes): number {
  const before = process.cpuUsage();
  isRendered(genes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
