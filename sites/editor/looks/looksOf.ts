/**
 * The looks of a section type, from the author's presets, example and variants. Members choose among them, and the
 * gallery shows them.
 */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { NewSection } from "../../../runtime/documents/content/section.ts";

type Made = Readonly<Record<string, unknown>>;

/** The parts of a section type that define its looks. */
export interface LookingType {
  /** `<plugin id>/<name>`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly variants: readonly { readonly name: string; readonly title: string }[];
  readonly presets: readonly Made[];
  readonly example: Made;
}

export interface SectionLook {
  /** Unique among the looks of the type. */
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly section: NewSection;
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** Keeps only the members of a section, because presets and examples are any JSON. */
function sectionOf(type: string, made: Readonly<Record<string, unknown>>): NewSection {
  const { fields, variant, children } = made;
  return {
    type,
    fields: isObject(fields) ? fields : {},
    ...(typeof variant === "string" && { variant }),
    ...(isObject(children) && { children: children as NewSection["children"] }),
  };
}

const isPicture = (value: unknown): boolean => isObject(value) && "src" in value && "alt" in value;

/** Takes picture fields from the example. A preset cannot name pictures that the site has. */
function withPictures(section: NewSection, example: unknown): NewSection {
  const pictures = Object.entries(isObject(example) ? example : {}).filter(([, value]) => isPicture(value));
  return { ...section, fields: { ...Object.fromEntries(pictures), ...section.fields } };
}

/** The looks in order: the default, the other presets, and every other variant. `colon` stands in the names of those. */
export function looksOf(type: LookingType, colon = ": "): SectionLook[] {
  const start = withPictures(sectionOf(type.type, type.presets[0] ?? type.example), type.example["fields"]);
  const presets = type.presets.map((preset, index) => ({
    key: `preset ${index}`,
    title: textOf(preset["title"], type.title),
    note: type.title,
    section: sectionOf(type.type, preset),
  }));
  const variants = type.variants
    .filter((variant) => variant.name !== (start.variant ?? type.variants[0]?.name))
    .map((variant) => ({
      key: `variant ${variant.name}`,
      title: `${type.title}${colon}${variant.title}`,
      note: type.description,
      section: { ...start, variant: variant.name },
    }));
  return [{ key: "", title: type.title, note: type.description, section: start }, ...presets.slice(1), ...variants];
}
