import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const COMPARING: Unfinished<Words["comparing"]> = {
  laid: "Superposer les deux",
  slide: "Part visible de la page antérieure",
};
