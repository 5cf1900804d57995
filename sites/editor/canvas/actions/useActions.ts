import { useEffect, useState } from "preact/hooks";
import type { OfferedEntry } from "./offered.ts";
import type { Studio } from "../studio/studio.ts";

type Offered = readonly OfferedEntry[];

/** Actions at a section, or at the page without one. They come when they are known: most sites have none. */
export function useActions(studio: Studio, section: string | null): Offered {
  const [found, put] = useState<Offered>([]);
  useEffect(() => {
    import("./index.tsx").then(
      ({ offer }) => offer(studio, section, put),
      () => undefined,
    );
  }, []);
  return found;
}
