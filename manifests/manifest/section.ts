import * as z from "zod/mini";
import { HOSTS_MAX, PRESETS_MAX, SLOT_MAX_SECTIONS, SLOTS_MAX, VARIANTS_MAX } from "../bounds/manifest.ts";
import { CONTROL_NUMBERS } from "../css/controls.generated.ts";
import { STORED_PAGE_MAX_ENTRIES, STORED_PREFIX_MAX_CHARS } from "../bounds/plugins.ts";
import { dividedOf } from "./pages.ts";
import { deprecatedShape, migrateShape, renamedShape } from "./migration.ts";
import { placedFormShape } from "./form.ts";
import { ORIGIN_SAYS, isOrigin } from "../shapes/host.ts";
import { queriesOf } from "../shapes/query.ts";
import { storageKeyShape } from "../shapes/storageKey.ts";
import {
  descriptionOf,
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
  upTo,
  valuesShape,
} from "../shapes/shape.ts";

const variantShape = exactly({ name: nameField("variant"), title: titleField("variant") });

const slotShape = exactly({
  name: nameField("slot"),
  title: titleField("slot"),
  max: z.exactOptional(
    titled(z.int().check(z.minimum(1), z.maximum(SLOT_MAX_SECTIONS)), "Max", "Maximum number of sections in the slot."),
  ),
});

const variantChoice = () =>
  z.exactOptional(titled(nameShape, "Variant", "A variant of the section. Default: the first."));

const presetShape = exactly({
  title: titleField("preset"),
  variant: variantChoice(),
  fields: titled(valuesShape, "Fields", "The values of the fields when a member chooses this preset."),
});

const exampleShape = exactly({
  variant: variantChoice(),
  fields: titled(valuesShape, "Fields", "Example content that shows the section well. It must be valid."),
});

const dataShape = exactly({
  provider: titled(
    nameShape,
    "Provider",
    "Name of the function in the plugin's `data` that computes `data` for the template.",
  ),
  output: z.exactOptional(
    titled(
      jsonSchemaShape,
      "Output",
      "JSON Schema of the data of one section, an object. The site takes no other data, and checks and editors know its members in templates.",
    ),
  ),
  redraw: z.exactOptional(
    titled(
      z.boolean(),
      "Redraw",
      "True publishes the section's pages again, at most once a minute, after what the function read from storage has changed.",
    ),
  ),
  further: optional(
    exactly({
      prefix: titled(
        storageKeyShape.check(z.maxLength(STORED_PREFIX_MAX_CHARS)),
        "Prefix",
        "Beginning of the keys. The page's id and a colon follow it, so each page shows its own.",
      ),
      size: titled(upTo(STORED_PAGE_MAX_ENTRIES), "Size", "Number of values on a page."),
    }),
    "Further",
    "Further pages, such as /about/page/2, of what the plugin has stored behind the key that `data.after` names.",
  ),
});

export const sectionShape = exactly({
  name: nameField("section"),
  title: titleField("section"),
  description: descriptionOf("section"),
  category: titled(
    nameShape,
    "Category",
    "The group in which the editor lists the section, such as intro, content or list.",
  ),
  template: fileOf("Template", "Liquid template of the section's content."),
  markdown: fileOf("Markdown", "Liquid template of the section as Markdown, for agents and search."),
  css: z.exactOptional(fileOf("CSS", "Style sheet. It only applies to sections of this type.")),
  controls: z.exactOptional(
    titled(
      z.literal(CONTROL_NUMBERS, { error: `a control sheet of this release: ${CONTROL_NUMBERS.join(", ")}` }),
      "Controls",
      "Number of the kernel's style sheet for forms, below the section's own.",
    ),
  ),
  providesTitle: z.exactOptional(
    titled(
      z.boolean(),
      "Provides title",
      "True if the section shows the page's h1 when it is the first section of a page.",
    ),
  ),
  variants: titled(
    z.array(variantShape).check(z.minLength(1), z.maxLength(VARIANTS_MAX)),
    "Variants",
    "Variants of the look that a member can choose. The first is the default.",
  ),
  fields: titled(jsonSchemaShape, "Fields", "JSON Schema of the fields that a member fills in."),
  renamed: z.exactOptional(titled(renamedShape, "Renamed", "Earlier names of fields, each with its present name.")),
  deprecated: z.exactOptional(
    titled(
      deprecatedShape,
      "Deprecated",
      "Deprecated fields: their values are still shown, but the editor no longer offers them. Each says what to use instead.",
    ),
  ),
  migrate: z.exactOptional(
    titled(migrateShape, "Migrate", "Steps that migrate content of earlier versions to this version."),
  ),
  slots: z.exactOptional(
    titled(z.array(slotShape).check(z.maxLength(SLOTS_MAX)), "Slots", "Places for nested sections."),
  ),
  queries: queriesOf(),
  pages: dividedOf(),
  places: z.exactOptional(
    titled(
      fieldNameShape,
      "Places",
      "Name of a field of type `drawbridge:page` with `of`. The section shows the sections of the entry that it names, in place of the template.",
    ),
  ),
  data: z.exactOptional(
    titled(dataShape, "Data", "Executable plugins only: the function that computes data when a page is published."),
  ),
  form: z.exactOptional(
    titled(
      placedFormShape,
      "Form",
      "The form of the section. The kernel draws it where the template prints `{{ form }}`.",
    ),
  ),
  search: z.exactOptional(
    titled(
      z.boolean(),
      "Search",
      "True if the section shows searches. The kernel draws the form and the results where the template prints `{{ search }}`. No field may be required.",
    ),
  ),
  frame: z.exactOptional(
    titled(nameShape, "Frame", "Name of the frame that replaces the template in browsers with script."),
  ),
  frames: z.exactOptional(
    titled(
      z.array(z.string().check(z.refine(isOrigin, ORIGIN_SAYS))).check(z.maxLength(HOSTS_MAX)),
      "Frames",
      "Origins the template may embed in an iframe.",
    ),
  ),
  limits: z.exactOptional(
    titled(
      exactly({
        maxPerPage: titled(
          z.int().check(z.minimum(1), z.maximum(SLOT_MAX_SECTIONS)),
          "Max per page",
          "Maximum number of these sections in a page.",
        ),
      }),
      "Limits",
      "The limit on how often the section may be used.",
    ),
  ),
  presets: z.exactOptional(
    titled(
      z.array(presetShape).check(z.maxLength(PRESETS_MAX)),
      "Presets",
      "Filled-in sections that a member can start with.",
    ),
  ),
  example: titled(exampleShape, "Example", "Example content, used to preview the section and to check its template."),
});

export const sectionsShape = manyOf(sectionShape);
export type SectionContribution = z.infer<typeof sectionShape>;
