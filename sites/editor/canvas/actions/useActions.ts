import { useEffect, useState } from "preact/hooks";
import type { OfferedEntry } from "./offered.ts";
import type { Studio } from "../studio/studio.ts";

type Offered = readonly OfferedEntry[];

/**
 * The actions for a section, or for the page if `section` is null. The list is empty until the lazy script has loaded.
 */
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
