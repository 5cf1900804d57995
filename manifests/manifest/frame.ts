import * as z from "zod/mini";
import { exactly, fileOf, manyOf, nameField, titleField } from "../shapes/shape.ts";

export const frameShape = exactly({
  name: nameField("frame"),
  title: titleField("frame"),
  html: fileOf("HTML", "The inside of the frame's <body>, without scripts and styles."),
  css: z.exactOptional(fileOf("CSS", "The frame's style sheet.")),
  script: fileOf("Script", "The frame's script, a module without imports."),
});

export const framesShape = manyOf(frameShape);
export type FrameContribution = z.infer<typeof frameShape>;
