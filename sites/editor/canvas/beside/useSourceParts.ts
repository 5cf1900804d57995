import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Studio } from "../studio/studio.ts";

type SourcePart = ComponentType<{ readonly studio: Studio }>;

interface SourceParts {
  readonly Source: SourcePart;
  readonly SourceNote: SourcePart;
}

/**
 * The parts that show where the content of the page comes from, or goes: a translation's source, and the pages of a
 * shared section. They load only where they say something.
 */
export function useSourceParts({ editor }: Studio): SourceParts | null {
  const [parts, setParts] = useState<SourceParts | null>(null);
  const { translationOf, translatedFrom } = editor.body.value;
  const isTold =
    translationOf ??
    translatedFrom ??
    (editor.isPageless || editor.typeOf(editor.section(editor.selected.value))?.places);
  useEffect(() => {
    if (isTold)
      import("./Source.tsx").then(
        ({ Source, SourceNote }) => setParts({ Source, SourceNote }),
        () => undefined,
      );
  }, [!isTold]);
  return parts;
}
