import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const COMPARING: Unfinished<Words["comparing"]> = {
  laid: "وضع إحداهما فوق الأخرى",
  slide: "مقدار ما يظهر من الصفحة السابقة",
};
