import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const COMPARING: Unfinished<Words["comparing"]> = {
  laid: "重ねて表示",
  slide: "以前のページを表示する割合",
};
