import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const COMPARING: Unfinished<Words["comparing"]> = {
  laid: "Superponer una sobre otra",
  slide: "Cuánto mostrar de la página anterior",
};
