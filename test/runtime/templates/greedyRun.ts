/**
 * Searches for greedy templates, each of which fails or ends. Started as a program with a small heap, the number of
 * templates to try and a seed. The process breaks off when one takes more memory than there is.
 * Prints the dearest by processor time as JSON.
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
