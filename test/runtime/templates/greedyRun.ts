/**
 * A program that searches for expensive templates. Its arguments are the number of templates and a seed. Run it with a
 * small heap: it crashes if a template uses too much memory. Prints the most expensive ones as JSON.
 */
import { dearest } from "./greedySearch.ts";
import { sourceOf } from "./greedyTemplates.ts";

const SHOWN = 12;

const [tries = 400, seed = 1] = process.argv.slice(2).map(Number);
const before = process.resourceUsage().maxRSS;
const found = dearest(tries, seed);
const growthMb = (process.resourceUsage().maxRSS - before) / 1_024;
const shown = found.slice(0, SHOWN).map(({ genes, ms }) => ({ source: sourceOf(genes), genes, ms }));
console.log(JSON.stringify({ tries, growthMb, dearest: shown }, undefined, 1));
