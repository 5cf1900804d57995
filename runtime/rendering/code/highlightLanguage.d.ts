import type { Grammar } from "./highlightCore.d.ts";

declare const grammar: Grammar;
export default grammar;
