import type { Words } from "../en/index.ts";

export const COMPARING: Words["comparing"] = {
  laid: "Superposer les deux",
  slide: "Part visible de la page antérieure",
};
