import { useEffect, useState } from "preact/hooks";
import type { Studio } from "../page/studio.ts";

/** One action of a plugin at a section or the page. */
export interface OfferedEntry {
  readonly word: string;
  readonly run: () => void;
}

type Offered = readonly OfferedEntry[];

/** Actions at a section, or at the page without one. They come when they are known: most sites have none. */
export function useActions(studio: Studio, section: string | null): Offered {
  const [found, put] = useState<Offered>([]);
  useEffect(() => {
    import("../actions/index.tsx").then(
      ({ offer }) => offer(studio, section, put),
      () => undefined,
    );
  }, []);
  return found;
}
