import type { Unfinished } from "../../shape/translated.ts";
import type { RuleName, RULES_OF_ONE as ENGLISH_OF_ONE } from "../../../../manifests/refusals/rules.ts";

/** The allowed values of a field, by the rule that was broken. */
export const RULES: Unfinished<Readonly<Record<RuleName, string>>> = {
  required: "قيمة: هذا الحقل مطلوب",
  string: "نص",
  number: "رقم",
  integer: "عدد صحيح",
  boolean: "نعم أو لا",
  array: "قائمة",
  object: "كائن",
  enum: "إحدى القيم: {limit}",
  const: "{limit}",
  minLength: "{limit} حرف على الأقل",
  maxLength: "{limit} حرف على الأكثر",
  minItems: "{limit} بند على الأقل",
  maxItems: "{limit} بند على الأكثر",
  minimum: "{limit} على الأقل",
  maximum: "{limit} على الأكثر",
  exclusiveMinimum: "أكبر من {limit}",
  exclusiveMaximum: "أصغر من {limit}",
  multipleOf: "من مضاعفات {limit}",
  notBefore: "ليس قبل {limit}",
  pattern: "نص يطابق {limit}",
  format: "قيمة صالحة بصيغة {limit}",
  members: "{limit} فقط",
  noMembers: "دون أعضاء",
  color: "لون مثل #1a2b3c",
  line: "سطر نص واحد دون محارف تحكم",
  markdown: "Markdown دون محارف تحكم",
  link: "page:<معرّف صفحة> أو /path أو https://… أو mailto:… أو tel:… أو #anchor، دون مسافات أو علامات اقتباس أو محارف تحكم",
  page: "معرّف صفحة، مثل opening-night",
  media: "مسار ملف تحت /media/، مثل /media/harbour.jpg",
};

/** The same for rules that count, where the limit is one. */
export const RULES_OF_ONE: Unfinished<Readonly<Record<keyof typeof ENGLISH_OF_ONE, string>>> = {
  minLength: "حرف واحد على الأقل",
  maxLength: "حرف واحد على الأكثر",
  minItems: "بند واحد على الأقل",
  maxItems: "بند واحد على الأكثر",
};
