import * as z from "zod/mini";
import { fixedQueriesOf, queryShape } from "./query.ts";
import {
  exactly,
  explanationShape,
  fileOf,
  jsonSchemaShape,
  labelShape,
  manyOf,
  nameOf,
  nameShape,
  titleOf,
  told,
} from "./shape.ts";

const ARGUMENTS_MAX = 12;
const explained = (what: string) =>
  told(explanationShape, "Description", `What the ${what} is for; a model decides by it when to use it.`);

/** With a `query` it is answered from published content; without one it runs the plugin's function of that name. */
const toolShape = exactly({
  name: nameOf("tool"),
  title: titleOf("tool"),
  description: explained("tool"),
  input: told(jsonSchemaShape, "Input", "JSON Schema of the arguments."),
  query: z.exactOptional(told(queryShape, "Query", "The question this tool asks about the site's pages.")),
  template: z.exactOptional(fileOf("Template", "Liquid template that writes the answer as Markdown.")),
  effect: z.exactOptional(
    told(
      z.enum(["read", "write"]),
      "Effect",
      "Executable plugins only: write if it changes anything. Without it: read.",
    ),
  ),
});

const resourceShape = exactly({
  name: nameOf("resource"),
  title: titleOf("resource"),
  description: explained("resource"),
  template: z.exactOptional(fileOf("Template", "Liquid template that writes the resource as Markdown.")),
  queries: fixedQueriesOf(),
});

const argumentShape = exactly({
  name: told(nameShape, "Name", "Name of the argument."),
  title: told(labelShape, "Title", "What people see as the name of the argument."),
  description: z.exactOptional(explained("argument")),
  required: z.exactOptional(told(z.boolean(), "Required", "Whether it must be given. Without it: no.")),
});

const promptShape = exactly({
  name: nameOf("prompt"),
  title: titleOf("prompt"),
  description: explained("prompt"),
  arguments: z.exactOptional(
    told(z.array(argumentShape).check(z.maxLength(ARGUMENTS_MAX)), "Arguments", "What the person using it fills in."),
  ),
  template: fileOf("Template", "Liquid template of the prompt's text."),
});

export const mcpShape = exactly({
  tools: z.exactOptional(told(manyOf(toolShape), "Tools", "What agents may call.")),
  resources: z.exactOptional(told(manyOf(resourceShape), "Resources", "What agents may read.")),
  prompts: z.exactOptional(told(manyOf(promptShape), "Prompts", "Texts a person may start an agent with.")),
});
