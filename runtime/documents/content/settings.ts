/** The shape of a site's settings. */
import * as z from "zod/mini";
import {
  NAVIGATION_MAX_ITEMS,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
  TYPE_TEMPLATES_MAX,
} from "../../../manifests/bounds/documents.ts";
import { described } from "../../commands/described.ts";
import { ownTag, siteLanguages } from "./languages.ts";
import { isTimeZone, TIME_ZONE_MAX_CHARS, TIME_ZONE_SAYS } from "./timeZone.ts";
import { documentId } from "./section.ts";
import { entryType, image, line, link, LINK_SAYS, optionalLine } from "./valueShapes.ts";

const settingsShape = z.strictObject({
  name: described(line(TITLE_MAX_CHARS), "The name of the site."),
  tagline: described(optionalLine(TITLE_MAX_CHARS), "A short text beside the name."),
  description: described(optionalLine(TEXT_MAX_CHARS), "The subject of the site, for search results and agents."),
  language: described(
    z.string().check(z.maxLength(35), z.regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/, "a language tag such as en-GB")),
    "Language of the site's texts (BCP 47), such as en-GB.",
  ),
  languages: described(
    z.optional(siteLanguages),
    "The languages of the site. The first is the one that others are translated from. Default: one language.",
  ),
  languageChoice: described(
    z.optional(z.literal("browser")),
    "browser leads visitors of / to the home page of the language that their browser asks for, or that they chose before. Default: / is one page for all.",
  ),
  timeZone: described(
    z.optional(z.string().check(z.maxLength(TIME_ZONE_MAX_CHARS), z.refine(isTimeZone, TIME_ZONE_SAYS))),
    "The time zone of the site (IANA), such as Europe/Berlin. Default: UTC.",
  ),
  logo: described(z.optional(image), "The logo, shown beside the name or in place of it."),
  icon: described(z.optional(image), "The icon that browsers show beside the title."),
  social: described(
    z.optional(
      z
        .array(
          z.strictObject({
            label: described(line(TITLE_MAX_CHARS), "The text of the link."),
            link: described(link, LINK_SAYS),
          }),
        )
        .check(z.maxLength(NAVIGATION_MAX_ITEMS)),
    ),
    "Links to profiles of the site elsewhere.",
  ),
  organization: described(
    z.optional(
      z.strictObject({
        legalName: described(optionalLine(TITLE_MAX_CHARS), "The legal name."),
        email: described(optionalLine(TITLE_MAX_CHARS), "The email address for contact."),
        telephone: described(optionalLine(TITLE_MAX_CHARS), "Telephone number with country code."),
        address: described(optionalLine(TEXT_MAX_CHARS), "Postal address on one line."),
      }),
    ),
    "The organization that runs the site, for search engines.",
  ),
  editorEntry: described(
    z.optional(z.boolean()),
    "False leaves the editor's address out of published pages. A browser extension then cannot find the editor.",
  ),
  templates: described(
    z.optional(
      z
        .record(entryType, documentId)
        .check(z.refine((all) => Object.keys(all).length <= TYPE_TEMPLATES_MAX, `at most ${TYPE_TEMPLATES_MAX} types`)),
    ),
    "The page template with which new entries of a content type begin: the type, and the id of the template.",
  ),
  readers: described(
    z.optional(z.literal("invited")),
    "invited lets only people whom members add have a reader's account. Default: everybody who proves an address.",
  ),
  visits: described(
    z.optional(z.enum(["off", "script"])),
    "off counts no visits. script counts them by a small script of each page, for a site behind a cache of another provider. Default: visits are counted where pages are answered.",
  ),
});

export const settings = settingsShape.check(
  z.refine((body) => body.languages?.some(({ tag }) => tag === ownTag(body)) !== false, {
    path: ["languages"],
    error: "languages with the language of the site among them",
  }),
  z.refine(({ languages, languageChoice }) => languages !== undefined || languageChoice === undefined, {
    path: ["languageChoice"],
    error: "languages, among which a browser can choose",
  }),
);
export type Settings = z.infer<typeof settings>;
