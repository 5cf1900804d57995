import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const COMPARING: Unfinished<Words["comparing"]> = {
  laid: "Sobrepor uma à outra",
  slide: "Quanto mostrar da página anterior",
};
