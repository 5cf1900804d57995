import * as z from "zod/mini";
import { MEDIA_MAX_BYTES, RETENTION_MAX_DAYS } from "./bounds.ts";
import { MEDIA_TYPES, MEDIA_WIDTHS } from "./mediaTypes.ts";
import {
  descriptionOf,
  exactly,
  explanationShape,
  jsonSchemaShape,
  labelShape,
  manyOf,
  nameOf,
  titleOf,
  told,
} from "./shape.ts";

/** The kernel draws the form from its fields: a plugin decides what is asked, never where it is sent. */
export const formShape = exactly({
  name: nameOf("form"),
  title: titleOf("form"),
  description: descriptionOf("form"),
  fields: told(jsonSchemaShape, "Fields", "JSON Schema of what a visitor sends."),
  submitLabel: z.exactOptional(told(labelShape, "Submit label", "Text of the button.")),
  successMessage: z.exactOptional(told(explanationShape, "Success message", "What a visitor reads after sending.")),
  retentionDays: z.exactOptional(
    told(
      z.int().check(z.minimum(1), z.maximum(RETENTION_MAX_DAYS)),
      "Retention",
      "Days after which submissions are deleted.",
    ),
  ),
});

/** A kind of upload the site takes because of this plugin. */
export const mediaShape = exactly({
  name: nameOf("media kind"),
  title: titleOf("media kind"),
  description: descriptionOf("media kind"),
  types: told(
    z.array(z.enum(MEDIA_TYPES)).check(z.minLength(1), z.maxLength(MEDIA_TYPES.length)),
    "Types",
    "Content types that may be uploaded.",
  ),
  maxBytes: told(z.int().check(z.minimum(1), z.maximum(MEDIA_MAX_BYTES)), "Max bytes", "Largest file."),
  widths: z.exactOptional(
    told(
      z.array(z.literal([...MEDIA_WIDTHS])).check(z.minLength(1), z.maxLength(MEDIA_WIDTHS.length)),
      "Widths",
      "Widths in pixels pictures are prepared in.",
    ),
  ),
});

export const formsShape = manyOf(formShape);
export const mediaListShape = manyOf(mediaShape);
