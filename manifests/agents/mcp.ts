import * as z from "zod/mini";
import { NAME_MAX_CHARS } from "../bounds/manifest.ts";
import { operationShape } from "./operationShape.ts";
import { fixedQueriesOf } from "../shapes/query.ts";
import {
  exactly,
  explanationShape,
  fileOf,
  jsonSchemaShape,
  labelShape,
  manyOf,
  nameField,
  nameShape,
  titleField,
  titled,
} from "../shapes/shape.ts";

const ARGUMENTS_MAX = 12;
const explained = (what: string) =>
  titled(
    explanationShape,
    "Description",
    `The purpose of the ${what}. A model reads it to decide when to use the ${what}.`,
  );

const CALLED_SAYS = `lower-case letters and digits in words joined by one _ or -, at most ${NAME_MAX_CHARS} characters`;
/**
 * Names for agents: words joined by one underscore or hyphen, such as read_page. Two underscores are reserved to
 * separate a tool's name from its plugin's.
 */
const calledShape = z
  .string()
  .check(z.maxLength(NAME_MAX_CHARS, CALLED_SAYS), z.regex(/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/, CALLED_SAYS));
const calledOf = (what: string) =>
  titled(
    calledShape,
    "Name",
    `Name of the ${what}; unique among its kind in this plugin. Never changes once published.`,
  );
const alone = (what: string) =>
  z.exactOptional(
    titled(
      z.literal(true),
      "Alone",
      `The ${what} is called by its own name, without the plugin's name in front. Only one plugin of a site can use that name.`,
    ),
  );

/** A tool with a `query` is answered from the content. A tool without one runs the plugin's function of its name. */
export const toolShape = exactly({
  name: calledOf("tool"),
  alone: alone("tool"),
  title: titleField("tool"),
  description: explained("tool"),
  input: titled(jsonSchemaShape, "Input", "JSON Schema of the arguments."),
  output: z.exactOptional(
    titled(
      jsonSchemaShape,
      "Output",
      "JSON Schema of the answer. With a query: the part of the operation's answer that this tool returns. Default: the whole answer.",
    ),
  ),
  query: z.exactOptional(titled(operationShape, "Query", "The query on the site's content that this tool runs.")),
  template: z.exactOptional(
    fileOf("Template", "Liquid template that writes the answer as Markdown, beside the answer itself."),
  ),
  effect: z.exactOptional(
    titled(
      z.enum(["read", "write"]),
      "Effect",
      "Executable plugins only: write for a tool that changes anything, read for one that does not. Default: read.",
    ),
  ),
});

const ADDRESS_SAYS =
  "words joined by / with at most one {variable} or, for a path, {+variable} at the end, such as page{+path}";
/** A variable stands only at the end of an address, so that no two addresses can mean the same resource. */
const addressShape = z
  .string()
  .check(
    z.maxLength(NAME_MAX_CHARS, ADDRESS_SAYS),
    z.regex(/^[a-z][a-z0-9]*([-/][a-z0-9]+)*(\/\{[a-z][A-Za-z0-9]*\}|\{\+[a-z][A-Za-z0-9]*\})?$/, ADDRESS_SAYS),
  );

/** A resource is a text that a template renders at publication, or a query that runs at each read. */
export const resourceShape = exactly({
  name: nameField("resource"),
  title: titleField("resource"),
  description: explained("resource"),
  address: z.exactOptional(
    titled(
      addressShape,
      "Address",
      "The part of the URI after the name of the site. Only one plugin of a site can use it. Default: the plugin's id and the resource's name.",
    ),
  ),
  query: z.exactOptional(
    titled(operationShape, "Query", "The query that produces the resource. A field is a variable of the address."),
  ),
  template: z.exactOptional(fileOf("Template", "Liquid template that writes the resource as Markdown.")),
  queries: fixedQueriesOf(),
});

const argumentShape = exactly({
  name: titled(nameShape, "Name", "Name of the argument."),
  title: titled(labelShape, "Title", "The name that people see for the argument."),
  description: z.exactOptional(explained("argument")),
  required: z.exactOptional(titled(z.boolean(), "Required", "True if the argument is required. Default: false.")),
});

export const promptShape = exactly({
  name: calledOf("prompt"),
  alone: alone("prompt"),
  title: titleField("prompt"),
  description: explained("prompt"),
  arguments: z.exactOptional(
    titled(
      z.array(argumentShape).check(z.maxLength(ARGUMENTS_MAX)),
      "Arguments",
      "Arguments that the person who uses the prompt fills in.",
    ),
  ),
  template: fileOf("Template", "Liquid template of the prompt's text. Values are in the variable arguments."),
});

export const mcpShape = exactly({
  tools: z.exactOptional(titled(manyOf(toolShape), "Tools", "Tools that agents may call.")),
  resources: z.exactOptional(titled(manyOf(resourceShape), "Resources", "Resources that agents may read.")),
  prompts: z.exactOptional(titled(manyOf(promptShape), "Prompts", "Prompts that a person can start an agent with.")),
});

export type ToolContribution = z.infer<typeof toolShape>;
export type ResourceContribution = z.infer<typeof resourceShape>;
export type PromptContribution = z.infer<typeof promptShape>;
