/** The declaration of a letter in a manifest. Code and visitors fill it in; neither writes its words or its receivers. */
import * as z from "zod/mini";
import { LETTER_RECEIVERS } from "../capabilities/capabilities.ts";
import { LABEL_MAX_CHARS } from "../bounds/manifest.ts";
import {
  exactly,
  fieldNameShape,
  fileOf,
  jsonSchemaShape,
  manyOf,
  nameField,
  nameShape,
  optional,
  titleField,
  titled,
} from "../shapes/shape.ts";

/** The events at which the kernel sends a letter by itself. */
export const LETTER_EVENTS = ["form", "publication", "daily", "weekly"] as const;
export type LetterEvent = (typeof LETTER_EVENTS)[number];

/** Events of the clock. Their letters tell what visitors sent since the last one, and are left out if that is nothing. */
export const isOfClock = (on: LetterEvent | undefined): on is "daily" | "weekly" => on === "daily" || on === "weekly";

const whenShape = exactly({
  setting: titled(fieldNameShape, "Setting", "Name of a setting of this plugin."),
  is: titled(
    z.union([z.boolean(), z.string().check(z.maxLength(LABEL_MAX_CHARS))]),
    "Is",
    "The value that the setting must have.",
  ),
});

export const letterShape = exactly({
  name: nameField("letter"),
  title: titleField("letter"),
  to: titled(z.enum(LETTER_RECEIVERS), "To", "One of the receivers that the capability mail asks for."),
  on: optional(
    z.enum(LETTER_EVENTS),
    "On",
    "The event at which it is sent: a form that a visitor sent, a publication, a day or a week. Without it, code sends it.",
  ),
  form: optional(nameShape, "Form", "For letters to subscribers: the plugin's own form with which visitors subscribe."),
  when: optional(whenShape, "When", "The letter is sent only while a setting has this value."),
  text: fileOf("Text", "Liquid template of the plain text. Its first line is the subject."),
  html: z.exactOptional(fileOf("HTML", "Liquid template of the HTML. Default: the plain text as HTML.")),
  data: optional(
    jsonSchemaShape,
    "Data",
    "For letters to a submitter: JSON Schema of the data that code passes. It has numbers, choices, dates and times, and no other text.",
  ),
  replaces: optional(
    z.literal("formNotice"),
    "Replaces",
    "Part of the release only: stands for the site's own letter about a form.",
  ),
});
export type LetterDeclaration = z.infer<typeof letterShape>;

export const lettersShape = manyOf(letterShape);
