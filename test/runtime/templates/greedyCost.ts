/** Renders what genes say within the budget of one section, and reads what that costs. */
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

/** Tells whether the template renders; otherwise its budget stops it, or one of its filters fails. */
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

/** Processor time of the whole process, with the collector's threads, in milliseconds. */
export function cpuMsOf(genes: Genes): number {
  const before = process.cpuUsage();
  isRendered(genes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
