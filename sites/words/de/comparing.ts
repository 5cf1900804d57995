import type { Words } from "../en/index.ts";

export const COMPARING: Words["comparing"] = {
  laid: "Übereinanderlegen",
  slide: "Wie viel von der früheren Seite zu sehen ist",
};
