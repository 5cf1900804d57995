/**
 * A genetic search for the most expensive template. The best candidates mutate and cross, and more expensive ones
 * replace them.
 */
import { cpuMsOf } from "./greedyCost.ts";
import {
  crossed,
  type Draw,
  eachFilter,
  type Genes,
  mutated,
  numbersFrom,
  randomGenes,
  sourceOf,
} from "./greedyTemplates.ts";

export interface Found {
  readonly genes: Genes;
  readonly ms: number;
}

/** The number of parents. Few may share a first filter, so that the search stays broad. */
const PARENTS = 40;
const ALIKE = 3;
/** Measurements include other load of the machine, so the least of several counts. */
const READINGS = 3;
/** The number of random candidates at the start, besides one for each filter. */
const RANDOM = 100;

const child = (parents: readonly Found[], draw: Draw): Genes => {
  const one = parents[draw(parents.length)]?.genes ?? randomGenes(draw);
  const other = parents[draw(parents.length)]?.genes ?? one;
  return mutated(draw(3) === 0 ? crossed(one, other, draw) : one, draw);
};

/** Measures a candidate; an expensive one a second time. */
function measured(genes: Genes, dearAbove: number): Found {
  const first = cpuMsOf(genes);
  if (first <= dearAbove) return { genes, ms: first };
  return { genes, ms: Math.min(first, ...Array.from({ length: READINGS - 1 }, () => cpuMsOf(genes))) };
}

function fittest(all: readonly Found[]): Found[] {
  const seen = new Map<string, number>();
  const isNew = ({ genes: { filters } }: Found): boolean => {
    const count = (seen.get(filters[0] ?? "") ?? 0) + 1;
    seen.set(filters[0] ?? "", count);
    return count <= ALIKE;
  };
  return all
    .toSorted((one, other) => other.ms - one.ms)
    .filter(isNew)
    .slice(0, PARENTS);
}

/** The most expensive templates first. The result depends on the seed and the measurements. */
export function dearest(tries: number, seed: number): Found[] {
  const draw = numbersFrom(seed);
  const start = [...eachFilter(draw), ...Array.from({ length: RANDOM }, () => randomGenes(draw))];
  let parents = fittest(start.slice(0, tries).map((genes) => measured(genes, Infinity)));
  const known = new Set(start.map(sourceOf));
  for (let tried = start.length; tried < tries; tried++) {
    const genes = child(parents, draw);
    const name = sourceOf(genes) + genes.atoms.join("");
    if (known.has(name)) continue;
    known.add(name);
    parents = fittest([...parents, measured(genes, parents.at(-1)?.ms ?? 0)]);
  }
  return parents;
}
