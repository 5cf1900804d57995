import { inject } from "vitest";
import { copyDemo } from "./demoFolder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder that all test files of a project copy. */
    filled: string;
  }
}

/** Copies both demo sites into an empty folder. */
export const fillWithDemo = (data: string): Promise<void> => copyDemo(inject("filled"), data);
