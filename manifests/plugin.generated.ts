/* Generated from manifests/manifest/manifest.ts by `node sites/cli/generate.ts`. Edit that file, then run the command. */

export interface PluginManifest {
  /**
   * Version of this format.
   */
  manifestVersion: 1;
  /**
   * publisher.name. It never changes.
   */
  id: string;
  /**
   * Semantic version of the plugin.
   */
  version: string;
  /**
   * The name that people see for the plugin.
   */
  name: string;
  /**
   * One or two sentences about the plugin.
   */
  description?: string;
  /**
   * SPDX expression of its licence, such as MIT. Owners read it.
   */
  license?: string;
  /**
   * declarative: schemas, templates and CSS only. executable: also code, which runs in a sandbox.
   */
  kind: "declarative" | "executable";
  /**
   * Versions of the engine it works with.
   */
  engine: string;
  /**
   * Plugins it needs, each with a range of versions.
   */
  requires?: {
    [k: string]: string;
  };
  /**
   * Contributions of the plugin, by contribution point.
   */
  contributes: {
    /**
     * Types of sections pages are made of.
     *
     * @maxItems 100
     */
    sections?: {
      /**
       * Name of the section; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the section.
       */
      title: string;
      /**
       * One or two sentences about the section.
       */
      description?: string;
      /**
       * The group in which the editor lists the section, such as intro, content or list.
       */
      category: string;
      /**
       * Liquid template of the inside of the section.
       */
      template: string;
      /**
       * Liquid template of the section as plain Markdown, for machines.
       */
      markdown: string;
      /**
       * Style sheet; it is scoped to sections of this type.
       */
      css?: string;
      /**
       * As the first section of a page it shows the page's h1.
       */
      providesTitle?: boolean;
      /**
       * Looks an editor can choose from. The first is the default.
       *
       * @minItems 1
       * @maxItems 20
       */
      variants: {
        /**
         * Name of the variant; unique among its kind in this plugin. Never changes once published.
         */
        name: string;
        /**
         * The name that people see for the variant.
         */
        title: string;
      }[];
      /**
       * JSON Schema of what an editor fills in.
       */
      fields: {
        [k: string]: unknown;
      };
      /**
       * Earlier names of fields, each with its present name.
       */
      renamed?: {
        [k: string]: string;
      };
      /**
       * Fields that still show and are not offered any more, each with what to use.
       */
      deprecated?: {
        [k: string]: string;
      };
      /**
       * Steps that make content of earlier versions content of this one.
       *
       * @maxItems 50
       */
      migrate?: {
        /**
         * The version of the plugin that brought the change.
         */
        since?: string;
        /**
         * Takes the value of one field to another.
         */
        move?: {
          /**
           * A field of an earlier version.
           */
          from: string;
          /**
           * The field that takes its value.
           */
          to: string;
        };
        /**
         * Fills a field that earlier content lacks.
         */
        default?: {
          /**
           * A field that earlier content lacks.
           */
          field: string;
          /**
           * The value of the field in earlier content.
           */
          value:
            | string
            | number
            | boolean
            | unknown[]
            | {
                [k: string]: unknown;
              };
        };
        /**
         * Writes several fields from one.
         */
        split?: {
          /**
           * A field of an earlier version that holds text.
           */
          from: string;
          /**
           * Liquid templates by the fields they write, such as {{ value | split: " " | first }}.
           */
          into: {
            [k: string]: string;
          };
        };
      }[];
      /**
       * Places for nested sections.
       *
       * @maxItems 12
       */
      slots?: {
        /**
         * Name of the slot; unique among its kind in this plugin. Never changes once published.
         */
        name: string;
        /**
         * The name that people see for the slot.
         */
        title: string;
        /**
         * Most sections the slot takes.
         */
        max?: number;
      }[];
      /**
       * Questions about the site's pages; the template finds each answer under queries.
       */
      queries?: {
        [k: string]: {
          /**
           * Only pages of this collection.
           */
          collection?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * newest or oldest first by date, or by title or path. Without it: newest.
           */
          order?:
            | ("newest" | "oldest" | "title" | "path")
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * Most pages to give.
           */
          limit?:
            | number
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * Only pages whose path starts with this one.
           */
          under?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
        };
      };
      /**
       * Executable plugins only: computed when a page is published.
       */
      data?: {
        /**
         * Name of the function in the plugin's `data` that computes `data` for the template.
         */
        provider: string;
      };
      /**
       * The form it shows: the kernel draws it where the template prints `{{ form }}`.
       */
      form?: {
        /**
         * The form, as <plugin id>/<name>, or the field of the section that names it.
         */
        type:
          | string
          | {
              /**
               * Name of the field the value is taken from.
               */
              field: string;
            };
        /**
         * Field with what a visitor reads after sending.
         */
        success?: {
          /**
           * Name of the field the value is taken from.
           */
          field: string;
        };
        /**
         * Field with a link to the page of this site that is shown after sending.
         */
        thanks?: {
          /**
           * Name of the field the value is taken from.
           */
          field: string;
        };
        /**
         * Field with the text of the button.
         */
        submit?: {
          /**
           * Name of the field the value is taken from.
           */
          field: string;
        };
        /**
         * Field that says whether answers are read once more before they are sent.
         */
        confirm?: {
          /**
           * Name of the field the value is taken from.
           */
          field: string;
        };
        /**
         * Field that says whether visitors pass a challenge first.
         */
        challenge?: {
          /**
           * Name of the field the value is taken from.
           */
          field: string;
        };
        /**
         * Field with the days submissions are kept.
         */
        retentionDays?: {
          /**
           * Name of the field the value is taken from.
           */
          field: string;
        };
      };
      /**
       * Name of the frame that takes the place of the template in browsers with script.
       */
      frame?: string;
      /**
       * Origins the template may embed in an iframe.
       *
       * @maxItems 20
       */
      frames?: string[];
      /**
       * The limit on how often the section may be used.
       */
      limits?: {
        /**
         * Most of these in a page.
         */
        maxPerPage: number;
      };
      /**
       * Filled-in sections an editor can start from.
       *
       * @maxItems 20
       */
      presets?: {
        /**
         * The name that people see for the preset.
         */
        title: string;
        /**
         * One of the section's variants. Without it: the first.
         */
        variant?: string;
        /**
         * The fields' values after a member chose this preset.
         */
        fields: {
          [k: string]: unknown;
        };
      }[];
      /**
       * Used to preview the section and to check its template.
       */
      example: {
        /**
         * One of the section's variants. Without it: the first.
         */
        variant?: string;
        /**
         * Content that shows the section at its best; it must be valid.
         */
        fields: {
          [k: string]: unknown;
        };
      };
    }[];
    /**
     * Looks of a whole site.
     *
     * @maxItems 100
     */
    themes?: {
      /**
       * Name of the theme; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the theme.
       */
      title: string;
      /**
       * One or two sentences about the theme.
       */
      description?: string;
      /**
       * Liquid template of the inside of <body>.
       */
      layout: string;
      /**
       * Style sheet of the whole site.
       */
      css: string;
      /**
       * Values an owner may change; each becomes a CSS custom property.
       */
      tokens: {
        /**
         * JSON Schema of the tokens that do not depend on the colour scheme; every property has a default.
         */
        base: {
          [k: string]: unknown;
        };
        /**
         * JSON Schema of the tokens of the light colour scheme; every property has a default.
         */
        light: {
          [k: string]: unknown;
        };
        /**
         * JSON Schema of the tokens of the dark colour scheme; every property has a default.
         */
        dark: {
          [k: string]: unknown;
        };
      };
    }[];
    /**
     * Fragments of every page's <head>.
     *
     * @maxItems 100
     */
    metadata?: {
      /**
       * Name of the fragment; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * Liquid template of elements for the page's <head>.
       */
      template: string;
    }[];
    /**
     * Files the site serves beside its pages.
     *
     * @maxItems 100
     */
    files?: {
      /**
       * The path at which the site serves the file.
       */
      path: string;
      /**
       * Content type it is served with.
       */
      type: string;
      /**
       * Liquid template of the file.
       */
      template: string;
      /**
       * Questions about the site's pages; the template finds each answer under queries.
       */
      queries?: {
        [k: string]: {
          /**
           * Only pages of this collection.
           */
          collection?: string;
          /**
           * newest or oldest first by date, or by title or path. Without it: newest.
           */
          order?: "newest" | "oldest" | "title" | "path";
          /**
           * Most pages to give.
           */
          limit?: number;
          /**
           * Only pages whose path starts with this one.
           */
          under?: string;
        };
      };
    }[];
    /**
     * Fonts, pictures and icons of its sections and themes.
     *
     * @maxItems 60
     */
    assets?: {
      /**
       * Name of the asset; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * A font, picture or icon: .woff2, .png, .jpg, .webp, .avif, .svg.
       */
      file: string;
    }[];
    /**
     * Interactive parts of sections, shown in a frame apart from the page.
     *
     * @maxItems 100
     */
    frames?: {
      /**
       * Name of the frame; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the frame.
       */
      title: string;
      /**
       * The inside of the frame's <body>, without scripts and styles.
       */
      html: string;
      /**
       * The frame's style sheet.
       */
      css?: string;
      /**
       * The frame's script, a module without imports.
       */
      script: string;
    }[];
    /**
     * Forms visitors can send.
     *
     * @maxItems 100
     */
    forms?: {
      /**
       * Name of the form; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the form.
       */
      title: string;
      /**
       * One or two sentences about the form.
       */
      description?: string;
      /**
       * JSON Schema of what a visitor sends. Titles are the labels, descriptions stand beside them as help.
       */
      fields: {
        [k: string]: unknown;
      };
      /**
       * The way fields are drawn, and their order. Fields that are not named follow in the order of the schema.
       *
       * @maxItems 40
       */
      inputs?: {
        /**
         * The property of the schema this is about.
         */
        field: string;
        /**
         * The control that draws the field. Without it: as its schema suggests.
         */
        as?:
          | "text"
          | "multiline"
          | "email"
          | "tel"
          | "url"
          | "number"
          | "date"
          | "time"
          | "select"
          | "radio"
          | "checkbox"
          | "checkboxes"
          | "file";
        /**
         * The kind of value that browsers may fill in by themselves.
         */
        autocomplete?:
          | "off"
          | "name"
          | "given-name"
          | "family-name"
          | "additional-name"
          | "honorific-prefix"
          | "nickname"
          | "email"
          | "tel"
          | "url"
          | "organization"
          | "organization-title"
          | "street-address"
          | "address-line1"
          | "address-line2"
          | "address-level1"
          | "address-level2"
          | "postal-code"
          | "country"
          | "country-name"
          | "language"
          | "bday";
        /**
         * false when the answer says nothing about anybody. Every other field is personal.
         */
        personal?: boolean;
        /**
         * The words a visitor reads when the answer is not taken.
         */
        error?: string;
        /**
         * The files that a field of type drawbridge:file takes. Every such field says it.
         */
        file?: {
          /**
           * Content types that are taken, as far as the site's media kinds take them.
           *
           * @minItems 1
           * @maxItems 15
           */
          types: (
            | "application/pdf"
            | "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
            | "audio/mpeg"
            | "audio/ogg"
            | "audio/wav"
            | "font/woff2"
            | "image/avif"
            | "image/gif"
            | "image/jpeg"
            | "image/png"
            | "image/webp"
            | "text/csv"
            | "text/plain"
            | "video/mp4"
            | "video/webm"
          )[];
          /**
           * Largest file.
           */
          maxBytes: number;
        };
        /**
         * Only asked when the condition is fulfilled.
         */
        when?: {
          /**
           * A field of an earlier step.
           */
          field: string;
          /**
           * Answers that fulfil the condition; one of them does.
           *
           * @minItems 1
           * @maxItems 200
           */
          is: (string | boolean)[];
        };
      }[];
      /**
       * Parts that are asked one after the other. Every field stands in one of them.
       *
       * @minItems 2
       * @maxItems 10
       */
      steps?: {
        /**
         * Name of the step; unique among its kind in this plugin. Never changes once published.
         */
        name: string;
        /**
         * The name that people see for the step.
         */
        title: string;
        /**
         * One or two sentences about the step.
         */
        description?: string;
        /**
         * The fields of this step, in this order.
         *
         * @minItems 1
         * @maxItems 40
         */
        fields: string[];
        /**
         * Only asked when the condition is fulfilled.
         */
        when?: {
          /**
           * A field of an earlier step.
           */
          field: string;
          /**
           * Answers that fulfil the condition; one of them does.
           *
           * @minItems 1
           * @maxItems 200
           */
          is: (string | boolean)[];
        };
      }[];
      /**
       * The form's words, in the language of its visitors.
       */
      messages?: {
        /**
         * Text of the button that sends.
         */
        submit?: string;
        /**
         * Text of the button that goes on to the next step.
         */
        next?: string;
        /**
         * Text of the button that goes back a step.
         */
        back?: string;
        /**
         * Stands beside fields that may be left empty.
         */
        optional?: string;
        /**
         * First line of a list to choose from.
         */
        choose?: string;
        /**
         * The words a visitor reads after sending.
         */
        success?: string;
        /**
         * Stands above the form when something has to be mended.
         */
        failed?: string;
        /**
         * Stands above the form when it has to be sent once more.
         */
        again?: string;
        /**
         * Stands at a field that was left empty.
         */
        required?: string;
        /**
         * Stands at a field without the file it needs.
         */
        file?: string;
        /**
         * Stands at a field whose file is not of a type that is taken.
         */
        fileType?: string;
        /**
         * Stands at a field whose file is too large.
         */
        fileSize?: string;
        /**
         * Stands at a field with too many files.
         */
        fileCount?: string;
        /**
         * Stands at a field whose file cannot be kept at the moment.
         */
        fileFull?: string;
        /**
         * Stands at a field whose file has to be chosen again: browsers do not keep files.
         */
        fileAgain?: string;
        /**
         * Stands where a file is asked for on the next page.
         */
        fileLater?: string;
        /**
         * Stands at the field that only programs fill in.
         */
        trap?: string;
      };
      /**
       * Measures that keep programs out, besides the limits.
       */
      spam?: {
        /**
         * Seconds between getting a token and sending the form, below which a program has done it.
         */
        minSeconds?: number;
        /**
         * True makes every visitor read the answers once more and send them again. This needs a token, which only readers of our answers have.
         */
        confirm?: boolean;
        /**
         * True makes visitors pass a challenge first, where the deployment has one. The challenge needs a script.
         */
        challenge?: boolean;
      };
      /**
       * The limits on how often the form may be sent.
       */
      limits?: {
        /**
         * Posts from one network address in ten minutes.
         */
        perVisitor?: number;
        /**
         * Posts from all visitors in ten minutes.
         */
        perForm?: number;
      };
      /**
       * Days after which submissions are deleted. Without it: 365.
       */
      retentionDays?: number;
    }[];
    /**
     * Kinds of uploads the site takes.
     *
     * @maxItems 100
     */
    media?: {
      /**
       * Name of the media kind; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the media kind.
       */
      title: string;
      /**
       * One or two sentences about the media kind.
       */
      description?: string;
      /**
       * Content types that may be uploaded.
       *
       * @minItems 1
       * @maxItems 15
       */
      types: (
        | "application/pdf"
        | "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        | "audio/mpeg"
        | "audio/ogg"
        | "audio/wav"
        | "font/woff2"
        | "image/avif"
        | "image/gif"
        | "image/jpeg"
        | "image/png"
        | "image/webp"
        | "text/csv"
        | "text/plain"
        | "video/mp4"
        | "video/webm"
      )[];
      /**
       * Largest file.
       */
      maxBytes: number;
      /**
       * Widths in pixels pictures are prepared in.
       *
       * @minItems 1
       * @maxItems 8
       */
      widths?: (320 | 480 | 640 | 960 | 1280 | 1600 | 1920 | 2560)[];
    }[];
    /**
     * Tools, resources and prompts for agents.
     */
    mcp?: {
      /**
       * Tools that agents may call.
       *
       * @maxItems 100
       */
      tools?: {
        /**
         * Name of the tool; unique among its kind in this plugin. Never changes once published.
         */
        name: string;
        /**
         * The tool is called by its name alone, without the plugin's before it. Only one plugin of a site can have that name.
         */
        alone?: true;
        /**
         * The name that people see for the tool.
         */
        title: string;
        /**
         * The purpose of the tool; a model decides by it when to use it.
         */
        description: string;
        /**
         * JSON Schema of the arguments.
         */
        input: {
          [k: string]: unknown;
        };
        /**
         * JSON Schema of the answer. With a query, the part of what the operation answers that this tool gives; without it: all.
         */
        output?: {
          [k: string]: unknown;
        };
        /**
         * The question this tool asks about the site's content.
         */
        query?: {
          /**
           * list pages, search them, read one, resolve an address, describe the site, or give a form's schema. Without it: list.
           */
          operation?: "list" | "search" | "read" | "resolve" | "site" | "form";
          /**
           * Only pages of this collection.
           */
          collection?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * newest or oldest first by date, or by title or path. Without it: newest.
           */
          order?:
            | ("newest" | "oldest" | "title" | "path")
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * Most pages to give.
           */
          limit?:
            | number
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * Only pages whose path starts with this one.
           */
          under?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * search: the words to look for.
           */
          text?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * read: the page, by its path, its address or its id.
           */
          page?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * read: markdown, outline or json. Without it: markdown.
           */
          format?:
            | ("markdown" | "outline" | "json")
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * read: the section to read, by the id the outline gives.
           */
          section?: {
            /**
             * Name of the field the value is taken from.
             */
            field: string;
          };
          /**
           * read: how much of the text to give at once.
           */
          maxChars?:
            | number
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * resolve: the path or address to look up.
           */
          address?: {
            /**
             * Name of the field the value is taken from.
             */
            field: string;
          };
          /**
           * form: the form, by its id. Without it: a list of all forms.
           */
          form?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * The place to go on from: the nextCursor of the answer before.
           */
          cursor?: {
            /**
             * Name of the field the value is taken from.
             */
            field: string;
          };
        };
        /**
         * Liquid template that writes the answer as Markdown, beside the answer itself.
         */
        template?: string;
        /**
         * Executable plugins only: write if it changes anything. Without it: read.
         */
        effect?: "read" | "write";
      }[];
      /**
       * Resources that agents may read.
       *
       * @maxItems 100
       */
      resources?: {
        /**
         * Name of the resource; unique among its kind in this plugin. Never changes once published.
         */
        name: string;
        /**
         * The name that people see for the resource.
         */
        title: string;
        /**
         * The purpose of the resource; a model decides by it when to use it.
         */
        description: string;
        /**
         * The part after the name of the site in its URI. Only one plugin of a site can have it. Without it: the plugin's id and the name.
         */
        address?: string;
        /**
         * The question it answers; a field is the variable of the address.
         */
        query?: {
          /**
           * list pages, search them, read one, resolve an address, describe the site, or give a form's schema. Without it: list.
           */
          operation?: "list" | "search" | "read" | "resolve" | "site" | "form";
          /**
           * Only pages of this collection.
           */
          collection?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * newest or oldest first by date, or by title or path. Without it: newest.
           */
          order?:
            | ("newest" | "oldest" | "title" | "path")
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * Most pages to give.
           */
          limit?:
            | number
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * Only pages whose path starts with this one.
           */
          under?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * search: the words to look for.
           */
          text?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * read: the page, by its path, its address or its id.
           */
          page?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * read: markdown, outline or json. Without it: markdown.
           */
          format?:
            | ("markdown" | "outline" | "json")
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * read: the section to read, by the id the outline gives.
           */
          section?: {
            /**
             * Name of the field the value is taken from.
             */
            field: string;
          };
          /**
           * read: how much of the text to give at once.
           */
          maxChars?:
            | number
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * resolve: the path or address to look up.
           */
          address?: {
            /**
             * Name of the field the value is taken from.
             */
            field: string;
          };
          /**
           * form: the form, by its id. Without it: a list of all forms.
           */
          form?:
            | string
            | {
                /**
                 * Name of the field the value is taken from.
                 */
                field: string;
              };
          /**
           * The place to go on from: the nextCursor of the answer before.
           */
          cursor?: {
            /**
             * Name of the field the value is taken from.
             */
            field: string;
          };
        };
        /**
         * Liquid template that writes the resource as Markdown.
         */
        template?: string;
        /**
         * Questions about the site's pages; the template finds each answer under queries.
         */
        queries?: {
          [k: string]: {
            /**
             * Only pages of this collection.
             */
            collection?: string;
            /**
             * newest or oldest first by date, or by title or path. Without it: newest.
             */
            order?: "newest" | "oldest" | "title" | "path";
            /**
             * Most pages to give.
             */
            limit?: number;
            /**
             * Only pages whose path starts with this one.
             */
            under?: string;
          };
        };
      }[];
      /**
       * Texts a person may start an agent with.
       *
       * @maxItems 100
       */
      prompts?: {
        /**
         * Name of the prompt; unique among its kind in this plugin. Never changes once published.
         */
        name: string;
        /**
         * The prompt is called by its name alone, without the plugin's before it. Only one plugin of a site can have that name.
         */
        alone?: true;
        /**
         * The name that people see for the prompt.
         */
        title: string;
        /**
         * The purpose of the prompt; a model decides by it when to use it.
         */
        description: string;
        /**
         * Arguments that the person using it fills in.
         *
         * @maxItems 12
         */
        arguments?: {
          /**
           * Name of the argument.
           */
          name: string;
          /**
           * The name that people see for the argument.
           */
          title: string;
          /**
           * The purpose of the argument; a model decides by it when to use it.
           */
          description?: string;
          /**
           * True if a value must be given. Without it: no.
           */
          required?: boolean;
        }[];
        /**
         * Liquid template of the prompt's text; it finds them under arguments.
         */
        template: string;
      }[];
    };
    /**
     * Executable plugins only: moments it is called at.
     *
     * @maxItems 100
     */
    hooks?: {
      /**
       * When the plugin's function of that name in `hooks` is called.
       */
      on: "beforePublish" | "afterPublish" | "formSubmitted" | "mediaUploaded" | "scheduled";
      /**
       * For scheduled, and only there: minutes between two calls.
       */
      everyMinutes?: number;
      /**
       * write if the hook changes drafts, which are lent to nothing else. Without it: read.
       */
      effect?: "read" | "write";
    }[];
    /**
     * Executable plugins only: JSON addresses it answers.
     *
     * @maxItems 100
     */
    routes?: {
      /**
       * Name of the route; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * Address below the plugin's own, such as /ratings.
       */
      path: string;
      /**
       * HTTP methods it answers.
       *
       * @minItems 1
       * @maxItems 5
       */
      methods: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
      /**
       * The callers: everybody, members who are logged in, or those whose role has a permission.
       */
      access:
        | "public"
        | "member"
        | "content.edit"
        | "media.write"
        | "content.publish"
        | "theme.edit"
        | "forms.read"
        | "forms.write"
        | "plugins.manage"
        | "members.manage"
        | "domains.manage"
        | "backups.manage"
        | "audit.read"
        | "owners.manage";
      /**
       * JSON Schema of the body.
       */
      input?: {
        [k: string]: unknown;
      };
      /**
       * write if the route changes drafts, which are lent to nothing else. Without it: read.
       */
      effect?: "read" | "write";
    }[];
    /**
     * Executable plugins only: proposals that members ask it for in the editor.
     *
     * @maxItems 100
     */
    actions?: {
      /**
       * Name of the action; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the action.
       */
      title: string;
      /**
       * One or two sentences about the action.
       */
      description?: string;
      /**
       * JSON Schema of the form a member fills in before. Without it: no form.
       */
      input?: {
        [k: string]: unknown;
      };
      /**
       * Places where it is offered, each with what it is handed there.
       */
      on: {
        /**
         * Offered at a section.
         */
        section?: {
          /**
           * Types of sections it is for, as <plugin id>/<name>. Without it: every type.
           *
           * @minItems 1
           * @maxItems 30
           */
          types?: string[];
          /**
           * Names of the fields it is handed; * for all.
           *
           * @maxItems 30
           */
          reads: ("*" | string)[];
          /**
           * Names of the fields it may propose other values for; * for all.
           *
           * @maxItems 30
           */
          proposes: ("*" | string)[];
        };
        /**
         * Offered at a page.
         */
        page?: {
          /**
           * Members of the page that it is handed.
           *
           * @maxItems 6
           */
          reads: ("title" | "description" | "path" | "collection" | "date" | "author")[];
          /**
           * Members of the page that it may propose other values for.
           *
           * @maxItems 3
           */
          proposes: ("title" | "description" | "author")[];
          /**
           * Fields of the page's sections that it is handed, and may propose.
           */
          sections?: {
            /**
             * Types of sections it is for, as <plugin id>/<name>. Without it: every type.
             *
             * @minItems 1
             * @maxItems 30
             */
            types?: string[];
            /**
             * Names of the fields it is handed; * for all.
             *
             * @maxItems 30
             */
            reads: ("*" | string)[];
            /**
             * Names of the fields it may propose other values for; * for all.
             *
             * @maxItems 30
             */
            proposes: ("*" | string)[];
          };
        };
        /**
         * Offered at a picture among the media files.
         */
        picture?: {
          /**
           * Facts of the picture that it is handed; size is type, width and height, bytes is the picture itself.
           *
           * @maxItems 5
           */
          reads: ("alt" | "focal" | "name" | "size" | "bytes")[];
          /**
           * Facts of the picture that it may propose other values for.
           *
           * @maxItems 2
           */
          proposes: ("alt" | "focal")[];
        };
      };
    }[];
    /**
     * Lists other plugins may add data to.
     *
     * @maxItems 100
     */
    provides?: {
      /**
       * Name of the point; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the point.
       */
      title: string;
      /**
       * One or two sentences about the point.
       */
      description?: string;
      /**
       * JSON Schema of one addition.
       */
      data: {
        [k: string]: unknown;
      };
      /**
       * A required text of the data that only one addition may have.
       */
      unique?: string;
      /**
       * Most additions it takes. Without it: 50.
       */
      max?: number;
    }[];
    /**
     * Data it adds to lists of other plugins.
     *
     * @maxItems 100
     */
    extends?: {
      /**
       * Name of the addition; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The point of another plugin: <plugin id>/<name>.
       */
      point: string;
      /**
       * Versions of that plugin whose point it is made for.
       */
      version: string;
      /**
       * The added data; the point's schema decides what is valid.
       */
      data: {
        [k: string]: unknown;
      };
    }[];
    /**
     * JSON Schema of what an owner sets for this plugin.
     */
    settings?: {
      [k: string]: unknown;
    };
  };
  /**
   * The capabilities that an owner must grant. Without code: browser alone.
   */
  capabilities?: {
    /**
     * Keeps data of its own.
     */
    storage?: {
      /**
       * Most bytes it may keep for one site.
       */
      maxBytes: number;
      /**
       * Most keys it may keep for one site.
       */
      maxKeys: number;
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Reads or changes the site's documents.
     */
    content?: {
      /**
       * Kinds of published documents it reads.
       *
       * @maxItems 5
       */
      read?: ("page" | "navigation" | "redirects" | "theme" | "settings")[];
      /**
       * Kinds of documents whose drafts it reads and changes.
       *
       * @maxItems 5
       */
      draft?: ("page" | "navigation" | "redirects" | "theme" | "settings")[];
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Reads media.
     */
    media?: {
      /**
       * True lets it read media.
       */
      read?: boolean;
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Is told personal answers when a form is submitted.
     */
    forms?: {
      /**
       * Forms whose personal answers it is told, as <plugin id>/<name>; * for all forms of the site.
       *
       * @minItems 1
       * @maxItems 20
       */
      personal: ("*" | string)[];
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Runs scripts of its own in visitors' browsers, in frames.
     */
    browser?: {
      /**
       * Exact names of the hosts its frames load from and send to, by https only; none with an empty list.
       *
       * @maxItems 20
       */
      hosts: string[];
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Is handed what a member chooses an action for, draft included.
     */
    actions?: {
      /**
       * Sections and pages of the draft, and pictures, that members may hand to its actions.
       *
       * @minItems 1
       * @maxItems 3
       */
      on: ("section" | "page" | "picture")[];
      /**
       * True hands the pictures themselves to its actions.
       */
      bytes?: true;
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Calls hosts on the internet.
     */
    http?: {
      /**
       * Exact names of the hosts it calls, by https only.
       *
       * @maxItems 20
       */
      hosts: string[];
      /**
       * Name of a setting in which the owner names further hosts: an https address, or a list of host names.
       */
      hostsFrom?: string;
      /**
       * HTTP methods it uses.
       *
       * @minItems 1
       * @maxItems 5
       */
      methods: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
    /**
     * Has what visitors sent in its log.
     */
    logs?: {
      /**
       * Keeps its errors and its output for members who manage plugins, also where visitors' words may be among them.
       */
      visitors: true;
      /**
       * Shown to the owner who is asked to grant this.
       */
      reason?: string;
    };
  };
  /**
   * Executable plugins only: how much one call may use.
   */
  limits?: {
    /**
     * Milliseconds of processor time of one call.
     */
    cpuMs?: number;
    /**
     * Milliseconds one call may take.
     */
    wallMs?: number;
    /**
     * Calls out of the sandbox in one call.
     */
    subrequests?: number;
  };
  /**
   * Executable plugins only: data of earlier versions that its code brings over at an update.
   *
   * @maxItems 2
   */
  migrate?: {
    /**
     * The data, and the name of the function in the plugin's `migrate`.
     */
    of: "storage" | "settings";
    /**
     * The first version with data of the present form. Data of an earlier version goes through the function.
     */
    since: string;
  }[];
  /**
   * Executable plugins only: the module that is run.
   */
  main?: string;
  /**
   * Digest of every file. Written by packing.
   */
  files?: {
    [k: string]: string;
  };
}
