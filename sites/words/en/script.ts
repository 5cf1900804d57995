import type { Translated } from "../shape/translated.ts";
import { REFUSED } from "./refused/refusals.ts";

/** Words that the page passes to its script. */
export const SCRIPT = {
  lost: "The connection was lost.",
  unsaved: "What you typed elsewhere on this page is not saved, and would be lost. Go on without it?",
  again: "Try again",
  waiting: "waiting",
  stored: "Stored",
  known: "Already here, with its first name and description",
  sending: "Sending {name}",
  done: { one: "1 file is stored.", other: "{n} files are stored." },
  failed: { one: "1 file was not accepted.", other: "{n} files were not accepted." },
  found: "Found: {found}. Allowed: {allowed}.",
  most: "At most {most}.",
  needs: "It needs the permission {permission}.",
  /** Words of the command palette. */
  palette: {
    button: "Go to…",
    open: "Search all pages…",
    title: "Go to or do",
    search: "Find pages, lists and actions",
    searching: "Searching…",
    none: "Nothing has “{text}” in its name or address.",
    found: { one: "1 result", other: "{n} results" },
    more: "Show more",
    kinds: { page: "Page", list: "List", place: "Editor", act: "Action" },
  },
  refused: REFUSED,
  broken: "Something went wrong on our side.",
};

export type ScriptWords = Translated<typeof SCRIPT>;
