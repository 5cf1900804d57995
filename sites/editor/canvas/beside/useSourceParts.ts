import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Studio } from "../studio/studio.ts";

type SourcePart = ComponentType<{ readonly studio: Studio }>;

interface SourceParts {
  readonly Source: SourcePart;
  readonly SourceNote: SourcePart;
}

/** The parts that show a translation's source. They load only for a translation. */
export function useSourceParts({ editor }: Studio): SourceParts | null {
  const [parts, setParts] = useState<SourceParts | null>(null);
  const isTranslation = editor.body.value.translationOf !== undefined || editor.body.value.translatedFrom !== undefined;
  useEffect(() => {
    if (isTranslation)
      import("./Source.tsx").then(
        ({ Source, SourceNote }) => setParts({ Source, SourceNote }),
        () => undefined,
      );
  }, [isTranslation]);
  return parts;
}
