/* Generated from manifests/manifest/manifest.ts by `node sites/tools/generate.ts`. Edit that file, then run the command. */

export type _Schema0 =
  | string
  | number
  | boolean
  | null
  | _Schema0[]
  | {
      [k: string]: _Schema0;
    };

export interface PluginManifest {
  /**
   * Version of this format.
   */
  manifestVersion: 1;
  /**
   * Id of the plugin, as publisher.name. It never changes.
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
   * SPDX expression of the plugin's licence, such as MIT. It is shown to owners.
   */
  license?: string;
  /**
   * declarative: schemas, templates and CSS only. executable: also has code, which runs in a sandbox.
   */
  kind: "declarative" | "executable";
  /**
   * Range of engine versions that the plugin works with.
   */
  engine: string;
  /**
   * Plugins that this plugin needs, each with a range of versions.
   */
  requires?: {
    [k: string]: string;
  };
  /**
   * Contributions of the plugin, by contribution point.
   */
  contributes: Contributes;
  /**
   * The capabilities that an owner must grant. A plugin without code can only have browser, mail and forms.
   */
  capabilities?: Capabilities;
  /**
   * Executable plugins only: limits of one call.
   */
  limits?: {
    /**
     * CPU time of one call, in milliseconds.
     */
    cpuMs?: number;
    /**
     * Wall-clock time of one call, in milliseconds.
     */
    wallMs?: number;
    /**
     * Capability calls that one call may make.
     */
    subrequests?: number;
  };
  /**
   * Executable plugins only: data of earlier versions that the plugin's code migrates at an update.
   *
   * @maxItems 2
   */
  migrate?: {
    /**
     * The kind of data. It is also the name of the function in the plugin's `migrate`.
     */
    of: "storage" | "settings";
    /**
     * The first version whose data has the present form. The function migrates data of earlier versions.
     */
    since: string;
  }[];
  /**
   * Executable plugins only: path of the main module.
   */
  main?: string;
  /**
   * Digest of every file. svc plugin pack writes it.
   */
  files?: {
    [k: string]: string;
  };
}
export interface Contributes {
  /**
   * Section types for pages.
   *
   * @maxItems 100
   */
  sections?: SectionContribution[];
  /**
   * Types of entries: pages with fields of their own.
   *
   * @maxItems 100
   */
  contentTypes?: {
    /**
     * Name of the content type; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * The name that people see for the content type.
     */
    title: string;
    /**
     * The name that people see for several entries, such as Events.
     */
    plural: string;
    /**
     * One or two sentences about the content type.
     */
    description?: string;
    /**
     * The path of a new entry, such as /events/{slug}. Without it, entries have no page of their own.
     */
    address?: string;
    /**
     * The order of lists that name no other. newest or oldest first by date, or by title or path. With a type also an indexed field; a - before its name reverses the order.
     */
    order?: string;
    /**
     * True if lists show entries before their date, as those of events do. Other pages wait for their date.
     */
    future?: boolean;
    /**
     * JSON Schema of an entry's values.
     */
    fields: {
      [k: string]: unknown;
    };
    /**
     * Names of the fields by which lists may filter and order entries. Lists get these values.
     *
     * @maxItems 16
     */
    index?: string[];
    /**
     * Indexed fields, each with the field whose value lists take while it is empty: the last day of an event is its first.
     */
    emptyAs?: {
      [k: string]: string;
    };
    /**
     * Liquid template that draws the values above the page's sections.
     */
    template?: string;
    /**
     * Liquid template of the values as Markdown, for agents and search.
     */
    markdown?: string;
    /**
     * Style sheet. It only applies to what the template draws.
     */
    css?: string;
    /**
     * True if the template shows the page's h1.
     */
    providesTitle?: boolean;
    /**
     * Queries on the site's pages. The template finds each result in the variable queries.
     */
    queries?: {
      [k: string]: Query;
    };
    /**
     * Divides a list into pages, such as /journal/page/2. The template gets paging.
     */
    pages?: Pages;
    /**
     * Earlier names of fields, each with its present name.
     */
    renamed?: {
      [k: string]: string;
    };
    /**
     * Deprecated fields, each with what to use instead.
     */
    deprecated?: {
      [k: string]: string;
    };
    /**
     * Steps that migrate values of earlier versions to this version.
     *
     * @maxItems 50
     */
    migrate?: Moved[];
    /**
     * Name of a field that holds a content type. Members may begin a new page, or an entry of that type, as a copy of an entry's sections.
     */
    begins?: string;
    /**
     * The sections that a new entry starts with, below its values.
     *
     * @maxItems 20
     */
    sections?: {
      /**
       * The type of the section: <plugin id>/<name>.
       */
      type: string;
      /**
       * A variant of the section. Default: the first.
       */
      variant?: string;
      /**
       * The values of the section's fields.
       */
      fields: {
        [k: string]: unknown;
      };
    }[];
    /**
     * An example entry, used to preview the type and to check its template.
     */
    example: {
      /**
       * Valid example values.
       */
      fields: {
        [k: string]: unknown;
      };
    };
  }[];
  /**
   * Directives: marks and blocks in formatted texts.
   *
   * @maxItems 100
   */
  inline?: {
    /**
     * Name of the directive; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * The name that people see for the directive.
     */
    title: string;
    /**
     * One or two sentences about the directive.
     */
    description?: string;
    /**
     * mark: words in a line. block: blocks of text between two lines of colons. note: words in a line that stand behind the text, under a number.
     */
    as: "mark" | "block" | "note";
    /**
     * Liquid template of the directive. It prints the text inside as `{{ content }}`.
     */
    template: string;
    /**
     * Liquid template of the directive as Markdown, for agents, feeds and search.
     */
    markdown: string;
    /**
     * Style sheet. It only applies to this directive.
     */
    css?: string;
    /**
     * Origins that the template of a block may embed in an iframe.
     *
     * @maxItems 20
     */
    frames?: string[];
    /**
     * JSON Schema of the values that a member gives: texts, links, numbers, choices, and true or false.
     */
    fields: {
      [k: string]: unknown;
    };
    /**
     * The directive that the editor inserts.
     */
    example: {
      /**
       * Values that show the directive well. They must be valid.
       */
      fields: {
        [k: string]: unknown;
      };
      /**
       * The text inside, as Markdown.
       */
      content: string;
    };
  }[];
  /**
   * Themes for the whole site.
   *
   * @maxItems 100
   */
  themes?: ThemeContribution[];
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
   * Files that the site serves besides its pages.
   *
   * @maxItems 100
   */
  files?: {
    /**
     * The pages that each have a file of their own. Without it, the site has one.
     */
    each?: {
      /**
       * The content type of the pages: <plugin id>/<name>.
       */
      type?: string;
      /**
       * Each page of a list with further pages, the first and the further ones.
       */
      list?: true;
    };
    /**
     * The path at which the site serves the file. With each, it begins with {page}, which stands for the path of the page.
     */
    path: string;
    /**
     * Content type of the file.
     */
    type: string;
    /**
     * Liquid template of the file.
     */
    template: string;
    /**
     * Queries on the site's pages. The template finds each result in the variable queries.
     */
    queries?: {
      [k: string]: FixedQuery;
    };
  }[];
  /**
   * Fonts, pictures and icons for the plugin's sections and themes.
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
  frames?: FrameContribution[];
  /**
   * Forms that visitors can submit.
   *
   * @maxItems 100
   */
  forms?: FormContribution[];
  /**
   * Kinds of files that the site accepts as uploads.
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
     * @maxItems 17
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
      | "image/svg+xml"
      | "image/webp"
      | "image/x-icon"
      | "text/csv"
      | "text/plain"
      | "video/mp4"
      | "video/webm"
    )[];
    /**
     * Maximum size of a file, in bytes.
     */
    maxBytes: number;
    /**
     * Widths, in pixels, of the resized versions of pictures.
     *
     * @minItems 1
     * @maxItems 8
     */
    widths?: (320 | 480 | 640 | 960 | 1280 | 1600 | 1920 | 2560)[];
  }[];
  /**
   * Rows for imports: the sections or texts that shortcodes, tags and blocks of other software become.
   *
   * @maxItems 100
   */
  imports?: {
    /**
     * Name of the row; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * Names of shortcodes, tags or blocks, as the other software writes them.
     *
     * @minItems 1
     * @maxItems 20
     */
    of: string[];
    /**
     * Markdown with {name} for each value. {a|b} takes the first one that is there, {0} one without a name, {content} what it encloses. A line whose values are all missing is left out.
     */
    markdown?: string;
    /**
     * A section of this plugin, instead of Markdown.
     */
    section?: {
      /**
       * Name of a section of this plugin.
       */
      type: string;
      /**
       * Fields of the section. A text may have {name} for a value, which gets the kind that the field has.
       */
      fields: {
        [k: string]: _Schema0;
      };
    };
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
    tools?: ToolContribution[];
    /**
     * Resources that agents may read.
     *
     * @maxItems 100
     */
    resources?: ResourceContribution[];
    /**
     * Prompts that a person can start an agent with.
     *
     * @maxItems 100
     */
    prompts?: PromptContribution[];
  };
  /**
   * Executable plugins only: events at which the plugin is called.
   *
   * @maxItems 100
   */
  hooks?: {
    /**
     * When the plugin's function of that name in `hooks` is called.
     */
    on: "beforePublish" | "afterPublish" | "formSubmitted" | "mediaUploaded" | "scheduled";
    /**
     * For scheduled: minutes between two calls. For afterPublish, which may leave it out: the least minutes between two calls; a call stands for all since the last. Not for other hooks.
     */
    everyMinutes?: number;
    /**
     * write if the hook changes drafts; only then can its code change them. Default: read.
     */
    effect?: "read" | "write";
  }[];
  /**
   * Letters that the plugin sends, with the capability mail.
   *
   * @maxItems 100
   */
  letters?: {
    /**
     * Name of the letter; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * The name that people see for the letter.
     */
    title: string;
    /**
     * One of the receivers that the capability mail asks for.
     */
    to: "members" | "submitter" | "subscribers" | "addresses";
    /**
     * The event at which it is sent: a form that a visitor sent, a publication, a day or a week. Without it, code sends it.
     */
    on?: "form" | "publication" | "daily" | "weekly";
    /**
     * For letters to subscribers: the plugin's own form with which visitors subscribe.
     */
    form?: string;
    /**
     * The letter is sent only while a setting has this value.
     */
    when?: {
      /**
       * Name of a setting of this plugin.
       */
      setting: string;
      /**
       * The value that the setting must have.
       */
      is: boolean | string;
    };
    /**
     * Liquid template of the plain text. Its first line is the subject.
     */
    text: string;
    /**
     * Liquid template of the HTML. Default: the plain text as HTML.
     */
    html?: string;
    /**
     * For letters to a submitter: JSON Schema of the data that code passes. It has numbers, choices, dates and times, and no other text.
     */
    data?: {
      [k: string]: unknown;
    };
    /**
     * Part of the release only: stands for the site's own letter about a form.
     */
    replaces?: "formNotice";
  }[];
  /**
   * Executable plugins only: JSON routes that the plugin answers.
   *
   * @maxItems 100
   */
  routes?: {
    /**
     * Name of the route; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * Path below the plugin's own address, such as /ratings.
     */
    path: string;
    /**
     * HTTP methods of the route.
     *
     * @minItems 1
     * @maxItems 5
     */
    methods: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
    /**
     * The callers: everybody, logged-in members, or members whose role has a permission.
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
     * JSON Schema of the request body.
     */
    input?: {
      [k: string]: unknown;
    };
    /**
     * write if the route changes drafts; only then can its code change them. Default: read.
     */
    effect?: "read" | "write";
    /**
     * webhook for a route that a service calls with a signed body, at webhooks instead of routes. form for one that the plugin's own forms ask; it has no address. Default: json.
     */
    kind?: "json" | "webhook" | "form";
    /**
     * Webhooks only: the signature that the site verifies.
     */
    signature?: {
      /**
       * The way in which the service signs what it sends.
       */
      scheme: "hmac-sha256" | "standard-webhooks" | "stripe" | "github" | "slack";
      /**
       * The secret setting with the key that the service signs with.
       */
      secret: string;
      /**
       * hmac-sha256 only: the header with the signature of the body.
       */
      header?: string;
      /**
       * hmac-sha256 only: the text before the signature in its header, such as sha256=.
       */
      prefix?: string;
      /**
       * hmac-sha256 only: the encoding of the signature. Default: hex.
       */
      encoding?: "hex" | "base64";
    };
    /**
     * Webhooks only: further headers that the function gets, such as x-github-event. No signature covers them.
     *
     * @maxItems 20
     */
    headers?: string[];
    /**
     * Public routes only: hosts that the route may send a visitor to, such as checkout.stripe.com.
     *
     * @minItems 1
     * @maxItems 20
     */
    leaves?: string[];
  }[];
  /**
   * Executable plugins only: actions that propose changes to members in the editor.
   *
   * @maxItems 100
   */
  actions?: ActionContribution[];
  /**
   * Executable plugins only: pages for members in the editor.
   *
   * @maxItems 5
   */
  pages?: {
    /**
     * Name of the page; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * The name that people see for the page.
     */
    title: string;
    /**
     * One or two sentences about the page.
     */
    description?: string;
    /**
     * The members who may open the page: all of them, or those whose role has a permission.
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
     * The lists of the page, one of which is shown at a time.
     *
     * @minItems 1
     * @maxItems 6
     */
    lists: {
      /**
       * Name of the list; unique among its kind in this plugin. Never changes once published.
       */
      name: string;
      /**
       * The name that people see for the list.
       */
      title: string;
      /**
       * The beginning of the keys whose values the list shows.
       */
      prefix: string;
      /**
       * table or cards: the way to draw the list. Default: table.
       */
      look?: "table" | "cards";
      /**
       * first or last: which key comes first. Default: last.
       */
      order?: "first" | "last";
      /**
       * The number of its entries stands in the menu, because they wait for a member.
       */
      counted?: true;
    }[];
    /**
     * The values that lists show. The first one leads to the whole entry.
     *
     * @minItems 1
     * @maxItems 12
     */
    columns: ShownField[];
    /**
     * Further values, which only the page of one entry shows.
     *
     * @minItems 1
     * @maxItems 12
     */
    details?: ShownField[];
    /**
     * Actions for one entry, or for several at once.
     *
     * @maxItems 6
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
       * The plugin's own route that gets the keys of the entries, for members, with POST.
       */
      route: string;
      /**
       * The lists with this action. Default: all lists of the page.
       *
       * @minItems 1
       * @maxItems 6
       */
      lists?: string[];
      /**
       * A question that the member confirms first, such as whether to delete.
       */
      asks?: string;
    }[];
    /**
     * Forms that members fill in, to add an entry or to change one.
     *
     * @maxItems 4
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
       * The plugin's own route that gets the values, for members, with POST. Its input has the form's fields.
       */
      route: string;
      /**
       * entry for a form that changes one entry, whose key the route gets as key. Default: list.
       */
      of?: "list" | "entry";
      /**
       * The lists with this form. Default: all lists of the page.
       *
       * @minItems 1
       * @maxItems 6
       */
      lists?: string[];
    }[];
  }[];
  /**
   * Lists that other plugins may add data to.
   *
   * @maxItems 100
   */
  provides?: PointContribution[];
  /**
   * Data that the plugin adds to lists of other plugins.
   *
   * @maxItems 100
   */
  extends?: AdditionContribution[];
  /**
   * JSON Schema of the settings that an owner makes for this plugin.
   */
  settings?: {
    [k: string]: unknown;
  };
}
export interface SectionContribution {
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
   * Liquid template of the section's content.
   */
  template: string;
  /**
   * Liquid template of the section as Markdown, for agents and search.
   */
  markdown: string;
  /**
   * Style sheet. It only applies to sections of this type.
   */
  css?: string;
  /**
   * Number of the kernel's style sheet for forms, below the section's own.
   */
  controls?: 1;
  /**
   * True if the section shows the page's h1 when it is the first section of a page.
   */
  providesTitle?: boolean;
  /**
   * Variants of the look that a member can choose. The first is the default.
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
   * JSON Schema of the fields that a member fills in.
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
   * Deprecated fields: their values are still shown, but the editor no longer offers them. Each says what to use instead.
   */
  deprecated?: {
    [k: string]: string;
  };
  /**
   * Steps that migrate content of earlier versions to this version.
   *
   * @maxItems 50
   */
  migrate?: Moved[];
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
     * Maximum number of sections in the slot.
     */
    max?: number;
  }[];
  /**
   * Queries on the site's pages. The template finds each result in the variable queries.
   */
  queries?: {
    [k: string]: Query;
  };
  /**
   * Divides a list into pages, such as /journal/page/2. The template gets paging.
   */
  pages?: Pages;
  /**
   * Name of a field of type `drawbridge:page` with `of`. The section shows the sections of the entry that it names, in place of the template.
   */
  places?: string;
  /**
   * Executable plugins only: the function that computes data when a page is published.
   */
  data?: {
    /**
     * Name of the function in the plugin's `data` that computes `data` for the template.
     */
    provider: string;
    /**
     * JSON Schema of the data of one section, an object. The site takes no other data, and checks and editors know its members in templates.
     */
    output?: {
      [k: string]: unknown;
    };
    /**
     * True publishes the section's pages again, at most once a minute, after what the function read from storage has changed.
     */
    redraw?: boolean;
    /**
     * Further pages, such as /about/page/2, of what the plugin has stored behind the key that `data.after` names.
     */
    further?: {
      /**
       * Beginning of the keys. The page's id and a colon follow it, so each page shows its own.
       */
      prefix: string;
      /**
       * Number of values on a page.
       */
      size: number;
    };
  };
  /**
   * The form of the section. The kernel draws it where the template prints `{{ form }}`.
   */
  form?: PlacedForm;
  /**
   * True if the section shows searches. The kernel draws the form and the results where the template prints `{{ search }}`. No field may be required.
   */
  search?: boolean;
  /**
   * Name of the frame that replaces the template in browsers with script.
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
     * Maximum number of these sections in a page.
     */
    maxPerPage: number;
  };
  /**
   * Filled-in sections that a member can start with.
   *
   * @maxItems 20
   */
  presets?: {
    /**
     * The name that people see for the preset.
     */
    title: string;
    /**
     * A variant of the section. Default: the first.
     */
    variant?: string;
    /**
     * The values of the fields when a member chooses this preset.
     */
    fields: {
      [k: string]: unknown;
    };
  }[];
  /**
   * Example content, used to preview the section and to check its template.
   */
  example: {
    /**
     * A variant of the section. Default: the first.
     */
    variant?: string;
    /**
     * Example content that shows the section well. It must be valid.
     */
    fields: {
      [k: string]: unknown;
    };
  };
}
export interface Moved {
  /**
   * The plugin version that made the change.
   */
  since?: string;
  /**
   * Moves the value of one field to another.
   */
  move?: {
    /**
     * A field of an earlier version.
     */
    from: string;
    /**
     * The field that gets its value.
     */
    to: string;
  };
  /**
   * Gives a value to a field that earlier content does not have.
   */
  default?: {
    /**
     * A field that earlier content does not have.
     */
    field: string;
    /**
     * The value that the field gets in earlier content.
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
   * Splits the text of one field into several fields.
   */
  split?: {
    /**
     * A field of an earlier version that holds text.
     */
    from: string;
    /**
     * Liquid templates by the name of the field that each writes, such as {{ value | split: " " | first }}.
     */
    into: {
      [k: string]: string;
    };
  };
  /**
   * Converts values to the present kind of their field, such as the text 20 to a number.
   */
  convert?: {
    /**
     * Fields that took values of another kind in an earlier version.
     *
     * @minItems 1
     * @maxItems 100
     */
    fields: string[];
    /**
     * True if a value that cannot be converted is not shown. Default: it keeps the content from being shown.
     */
    drop?: boolean;
  };
}
export interface Query {
  /**
   * Only pages of this collection.
   */
  collection?: string | FromField;
  /**
   * newest or oldest first by date, or by title or path. With a type also an indexed field; a - before its name reverses the order. Default: newest, or the order of the type.
   */
  order?: string | FromField;
  /**
   * Maximum number of pages.
   */
  limit?: number | FromField;
  /**
   * Only pages whose path starts with this path.
   */
  under?: string | FromField;
  /**
   * Only entries of this content type: <plugin id>/<name>.
   */
  type?: string | FromField;
  /**
   * Only entries whose indexed fields match, by the name of the field.
   */
  where?: {
    [k: string]: FieldConditions;
  };
  /**
   * Number of pages to skip.
   */
  offset?: number | FromField;
  /**
   * any finds the pages of all languages. Default: those in the language of the page.
   */
  language?: "any";
  /**
   * A field of type drawbridge:entries, in which a member chooses type, filter and order.
   */
  entries?: FromField;
}
export interface FromField {
  /**
   * Name of the field that has the value.
   */
  field: string;
}
export interface FieldConditions {
  /**
   * Equals the value. "now" and "today" are the time of the site, and "this" is the page that shows the list.
   */
  eq?: (string | number | boolean) | FromField;
  /**
   * Does not equal the value.
   */
  not?: (string | number | boolean) | FromField;
  /**
   * Is less than the value, or earlier.
   */
  before?: (string | number | boolean) | FromField;
  /**
   * Is greater than the value, or later.
   */
  after?: (string | number | boolean) | FromField;
  /**
   * Is the value, greater or later.
   */
  from?: (string | number | boolean) | FromField;
  /**
   * Is the value, less or earlier.
   */
  to?: (string | number | boolean) | FromField;
  /**
   * Is a list that contains the value.
   */
  has?: (string | number | boolean) | FromField;
  /**
   * Equals one of these.
   *
   * @minItems 1
   * @maxItems 50
   */
  in?: ((string | number | boolean) | FromField)[];
}
export interface Pages {
  /**
   * Name of the query whose results the pages divide. It has no limit or offset.
   */
  query: string;
  /**
   * Number of entries on a page, or the field that has the number.
   */
  size: number | FromField;
  /**
   * A field with true or false. With false, the section shows the first entries alone. Default: always true.
   */
  if?: FromField;
  /**
   * An indexed date of the query's type, or date for the page's own. Each year and month gets pages, such as /journal/2026/11.
   */
  periods?: string;
}
export interface PlacedForm {
  /**
   * The form, as <plugin id>/<name>, or the field of the section that names it.
   */
  type: string | FromField;
  /**
   * Field with the message that a visitor reads after submitting.
   */
  success?: FromField;
  /**
   * Field with a link to the page of this site that is shown after submitting.
   */
  thanks?: FromField;
  /**
   * Field with the text of the button.
   */
  submit?: FromField;
  /**
   * Field that says whether visitors check their answers before they submit.
   */
  confirm?: FromField;
  /**
   * Field that says whether visitors pass a challenge first.
   */
  challenge?: FromField;
  /**
   * Field that says whether visitors confirm their mail address by the link of a letter.
   */
  confirmAddress?: FromField;
  /**
   * Field with the number of days that submissions are kept.
   */
  retentionDays?: FromField;
}
export interface ThemeContribution {
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
   * Number of the base sheet below the theme's own. Without it, the theme's sheet is all there is.
   */
  base?: 1;
  /**
   * Values of the base sheet that the theme sets, by name.
   */
  settings?: {
    [k: string]: string | number;
  };
  /**
   * Values that an owner may change. Each becomes a CSS custom property.
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
}
export interface FixedQuery {
  /**
   * Only pages of this collection.
   */
  collection?: string;
  /**
   * newest or oldest first by date, or by title or path. With a type also an indexed field; a - before its name reverses the order. Default: newest, or the order of the type.
   */
  order?: string;
  /**
   * Maximum number of pages.
   */
  limit?: number;
  /**
   * Only pages whose path starts with this path.
   */
  under?: string;
  /**
   * Only entries of this content type: <plugin id>/<name>.
   */
  type?: string;
  /**
   * Only entries whose indexed fields match, by the name of the field.
   */
  where?: {
    [k: string]: {
      /**
       * Equals the value. "now" and "today" are the time of the site, and "this" is the page that shows the list.
       */
      eq?: string | number | boolean;
      /**
       * Does not equal the value.
       */
      not?: string | number | boolean;
      /**
       * Is less than the value, or earlier.
       */
      before?: string | number | boolean;
      /**
       * Is greater than the value, or later.
       */
      after?: string | number | boolean;
      /**
       * Is the value, greater or later.
       */
      from?: string | number | boolean;
      /**
       * Is the value, less or earlier.
       */
      to?: string | number | boolean;
      /**
       * Is a list that contains the value.
       */
      has?: string | number | boolean;
      /**
       * Equals one of these.
       *
       * @minItems 1
       * @maxItems 50
       */
      in?: (string | number | boolean)[];
    };
  };
  /**
   * Number of pages to skip.
   */
  offset?: number;
  /**
   * any finds the pages of all languages. Default: those in the language of the page.
   */
  language?: "any";
}
export interface FrameContribution {
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
}
export interface FormContribution {
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
   * JSON Schema of a submission. Titles are the labels; descriptions are shown beside them as help.
   */
  fields: {
    [k: string]: unknown;
  };
  /**
   * The controls of the fields, and their order. Fields that are not listed follow in the order of the schema.
   *
   * @maxItems 40
   */
  inputs?: {
    /**
     * The property of the schema that this entry describes.
     */
    field: string;
    /**
     * The control for the field. Default: chosen from the field's schema.
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
     * The kind of value that browsers may fill in automatically.
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
     * false if the answer is not personal data. By default every field is personal.
     */
    personal?: boolean;
    /**
     * The error message that a visitor reads when the answer is not accepted.
     */
    error?: string;
    /**
     * The files that a field of type drawbridge:file accepts. Required for every such field.
     */
    file?: TakenFile;
    /**
     * The step is shown only if the condition is fulfilled.
     */
    when?: FormCondition;
    /**
     * Name of a list in the section's data whose entries visitors choose from: value, title, and perhaps group. With select or radio, for a field of text.
     */
    choices?: string;
  }[];
  /**
   * Steps that are shown one after the other. Every field belongs to exactly one step.
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
     * The step is shown only if the condition is fulfilled.
     */
    when?: FormCondition;
  }[];
  /**
   * The form's texts, in the language of its visitors.
   */
  messages?: {
    /**
     * Text of the submit button.
     */
    submit?: string;
    /**
     * Text of the button for the next step.
     */
    next?: string;
    /**
     * Text of the button for the previous step.
     */
    back?: string;
    /**
     * Mark beside optional fields.
     */
    optional?: string;
    /**
     * First line of a select list.
     */
    choose?: string;
    /**
     * The message that a visitor reads after submitting.
     */
    success?: string;
    /**
     * The message that a visitor reads while the address waits for confirmation.
     */
    asked?: string;
    /**
     * Message above the form when an answer must be corrected.
     */
    failed?: string;
    /**
     * Message above the form when it must be submitted again.
     */
    again?: string;
    /**
     * Message at a required field that was left empty.
     */
    required?: string;
    /**
     * Message at a field whose required file is missing.
     */
    file?: string;
    /**
     * Message at a field whose file has a type that is not accepted.
     */
    fileType?: string;
    /**
     * Message at a field whose file is too large.
     */
    fileSize?: string;
    /**
     * Message at a field with too many files.
     */
    fileCount?: string;
    /**
     * Message at a field whose file cannot be stored at the moment.
     */
    fileFull?: string;
    /**
     * Message at a field whose file must be chosen again, because browsers do not keep files.
     */
    fileAgain?: string;
    /**
     * Message where the form asks for a file on the next page.
     */
    fileLater?: string;
    /**
     * Label of the hidden field that only programs fill in.
     */
    trap?: string;
  };
  /**
   * True sends every visitor a letter with a link. Plugins and members are told of a submission once its address is confirmed. The form needs a field for a mail address that is always asked.
   */
  confirmAddress?: boolean;
  /**
   * true for a form with which visitors ask for letters of the plugin. It needs confirmAddress.
   */
  subscribes?: true;
  /**
   * The plugin's own route of kind form that is asked before valid answers are stored. It may refuse them.
   */
  route?: string;
  /**
   * false if the plugin alone keeps the answers: the site stores none, and tells nobody of them. The form needs a route.
   */
  stored?: false;
  /**
   * Links for letters to the submitter. Each leads to a page with a button, or gives a file.
   *
   * @minItems 1
   * @maxItems 4
   */
  links?: {
    /**
     * Name of the link; unique among its kind in this plugin. Never changes once published.
     */
    name: string;
    /**
     * The name that people see for the link.
     */
    title: string;
    /**
     * One or two sentences about the link.
     */
    description?: string;
    /**
     * The plugin's own route of kind form that is asked once the visitor has pressed the button.
     */
    route: string;
    /**
     * The type of the file that the link gives at once, without a button.
     */
    gives?: "text/calendar";
    /**
     * The texts of the link's page.
     */
    messages?: {
      /**
       * Text of the button. Default: the title.
       */
      submit?: string;
      /**
       * The message that a visitor reads after pressing the button.
       */
      success?: string;
    };
  }[];
  /**
   * Protection against programs, besides the limits.
   */
  spam?: {
    /**
     * Minimum number of seconds between getting a token and submitting the form. A faster submission comes from a program.
     */
    minSeconds?: number;
    /**
     * True makes every visitor check the answers and submit them a second time. The second submission needs a token from the first answer.
     */
    confirm?: boolean;
    /**
     * True makes visitors pass a challenge first, if the deployment has one. The challenge needs a script.
     */
    challenge?: boolean;
  };
  /**
   * Limits on how often the form may be submitted.
   */
  limits?: {
    /**
     * Maximum number of submissions from one network address in ten minutes.
     */
    perVisitor?: number;
    /**
     * Maximum number of submissions from all visitors in ten minutes.
     */
    perForm?: number;
  };
  /**
   * Days after which submissions are deleted. Default: 365.
   */
  retentionDays?: number;
}
export interface TakenFile {
  /**
   * Content types that the field accepts, if the site's media kinds accept them too.
   *
   * @minItems 1
   * @maxItems 17
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
    | "image/svg+xml"
    | "image/webp"
    | "image/x-icon"
    | "text/csv"
    | "text/plain"
    | "video/mp4"
    | "video/webm"
  )[];
  /**
   * Maximum size of a file, in bytes.
   */
  maxBytes: number;
}
export interface FormCondition {
  /**
   * A field of an earlier step.
   */
  field: string;
  /**
   * Answers that fulfil the condition. One match is enough.
   *
   * @minItems 1
   * @maxItems 200
   */
  is: (string | boolean)[];
}
export interface ToolContribution {
  /**
   * Name of the tool; unique among its kind in this plugin. Never changes once published.
   */
  name: string;
  /**
   * The tool is called by its own name, without the plugin's name in front. Only one plugin of a site can use that name.
   */
  alone?: true;
  /**
   * The name that people see for the tool.
   */
  title: string;
  /**
   * The purpose of the tool. A model reads it to decide when to use the tool.
   */
  description: string;
  /**
   * JSON Schema of the arguments.
   */
  input: {
    [k: string]: unknown;
  };
  /**
   * JSON Schema of the answer. With a query: the part of the operation's answer that this tool returns. Default: the whole answer.
   */
  output?: {
    [k: string]: unknown;
  };
  /**
   * The query on the site's content that this tool runs.
   */
  query?: AgentOperation;
  /**
   * Liquid template that writes the answer as Markdown, beside the answer itself.
   */
  template?: string;
  /**
   * Executable plugins only: write for a tool that changes anything, read for one that does not. Default: read.
   */
  effect?: "read" | "write";
}
export interface AgentOperation {
  /**
   * list pages, search pages, read a page, resolve an address, describe the site, or return the schema of a form or content type. Default: list.
   */
  operation?: "list" | "search" | "read" | "resolve" | "site" | "form" | "type";
  /**
   * Only pages of this collection.
   */
  collection?: string | FromField;
  /**
   * newest or oldest first by date, or by title or path. With a type also an indexed field; a - before its name reverses the order. Default: newest, or the order of the type.
   */
  order?: string | FromField;
  /**
   * Maximum number of pages.
   */
  limit?: number | FromField;
  /**
   * Only pages whose path starts with this path.
   */
  under?: string | FromField;
  /**
   * Only entries of this content type: <plugin id>/<name>.
   */
  type?: string | FromField;
  /**
   * list: only entries whose indexed fields match, by the name of the field. A field of the input is a list of conditions: { field, is, value }.
   */
  where?:
    | {
        [k: string]: FieldConditions;
      }
    | FromField;
  /**
   * list and search: only pages in this language, such as de. A language has its regional ones.
   */
  language?: string | FromField;
  /**
   * search: the words to look for.
   */
  text?: string | FromField;
  /**
   * read: path, address or id of the page.
   */
  page?: string | FromField;
  /**
   * read: markdown, outline or json. Default: markdown.
   */
  format?: ("markdown" | "outline" | "json") | FromField;
  /**
   * read: id of the section to read, from the outline.
   */
  section?: FromField;
  /**
   * read: maximum number of characters in one answer.
   */
  maxChars?: number | FromField;
  /**
   * resolve: the path or address to look up.
   */
  address?: FromField;
  /**
   * form: id of the form. Default: a list of all forms.
   */
  form?: string | FromField;
  /**
   * The cursor: nextCursor from the previous answer.
   */
  cursor?: FromField;
}
export interface ResourceContribution {
  /**
   * Name of the resource; unique among its kind in this plugin. Never changes once published.
   */
  name: string;
  /**
   * The name that people see for the resource.
   */
  title: string;
  /**
   * The purpose of the resource. A model reads it to decide when to use the resource.
   */
  description: string;
  /**
   * The part of the URI after the name of the site. Only one plugin of a site can use it. Default: the plugin's id and the resource's name.
   */
  address?: string;
  /**
   * The query that produces the resource. A field is a variable of the address.
   */
  query?: AgentOperation;
  /**
   * Liquid template that writes the resource as Markdown.
   */
  template?: string;
  /**
   * Queries on the site's pages. The template finds each result in the variable queries.
   */
  queries?: {
    [k: string]: FixedQuery;
  };
}
export interface PromptContribution {
  /**
   * Name of the prompt; unique among its kind in this plugin. Never changes once published.
   */
  name: string;
  /**
   * The prompt is called by its own name, without the plugin's name in front. Only one plugin of a site can use that name.
   */
  alone?: true;
  /**
   * The name that people see for the prompt.
   */
  title: string;
  /**
   * The purpose of the prompt. A model reads it to decide when to use the prompt.
   */
  description: string;
  /**
   * Arguments that the person who uses the prompt fills in.
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
     * The purpose of the argument. A model reads it to decide when to use the argument.
     */
    description?: string;
    /**
     * True if the argument is required. Default: false.
     */
    required?: boolean;
  }[];
  /**
   * Liquid template of the prompt's text. Values are in the variable arguments.
   */
  template: string;
}
export interface ActionContribution {
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
   * JSON Schema of the form that a member fills in before the action runs. Default: no form.
   */
  input?: {
    [k: string]: unknown;
  };
  /**
   * Places that offer the action, each with the data that the action receives there.
   */
  on: {
    /**
     * Offers the action at a section.
     */
    section?: SectionTarget;
    /**
     * Offers the action at a page.
     */
    page?: {
      /**
       * Members of the page that the action receives.
       *
       * @maxItems 6
       */
      reads: ("title" | "description" | "path" | "collection" | "date" | "author")[];
      /**
       * Members of the page that the action may propose new values for.
       *
       * @maxItems 3
       */
      proposes: ("title" | "description" | "author")[];
      /**
       * Fields of the page's sections that the action receives, and may propose new values for.
       */
      sections?: SectionTarget;
    };
    /**
     * Offers the action at a picture in the media files.
     */
    picture?: {
      /**
       * Facts of the picture that the action receives: size is type, width and height; bytes is the picture itself.
       *
       * @maxItems 5
       */
      reads: ("alt" | "focal" | "name" | "size" | "bytes")[];
      /**
       * Facts of the picture that the action may propose new values for.
       *
       * @maxItems 2
       */
      proposes: ("alt" | "focal")[];
    };
  };
}
export interface SectionTarget {
  /**
   * Types of sections it is for, as <plugin id>/<name>. Without it: every type.
   *
   * @minItems 1
   * @maxItems 30
   */
  types?: string[];
  /**
   * Names of the fields that the action receives; * for all.
   *
   * @maxItems 30
   */
  reads: ("*" | string)[];
  /**
   * Names of the fields that the action may propose new values for; * for all.
   *
   * @maxItems 30
   */
  proposes: ("*" | string)[];
}
export interface ShownField {
  /**
   * The member of each stored object that it shows.
   */
  field: string;
  /**
   * The name that people see for the value.
   */
  title: string;
  /**
   * The way to show the value. Default: text.
   */
  as?: "text" | "number" | "time" | "date" | "yes-no" | "mail" | "link";
}
export interface PointContribution {
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
   * Name of a required text member of the data. Its value must be unique among the additions.
   */
  unique?: string;
  /**
   * Maximum number of additions. Default: 50.
   */
  max?: number;
}
export interface AdditionContribution {
  /**
   * Name of the addition; unique among its kind in this plugin. Never changes once published.
   */
  name: string;
  /**
   * The point of another plugin: <plugin id>/<name>.
   */
  point: string;
  /**
   * Range of versions of the plugin that offers the point.
   */
  version: string;
  /**
   * The added data. It must match the point's schema.
   */
  data: {
    [k: string]: unknown;
  };
}
export interface Capabilities {
  /**
   * Keeps data of its own.
   */
  storage?: {
    /**
     * Maximum number of bytes that the plugin stores for one site.
     */
    maxBytes: number;
    /**
     * Maximum number of keys that the plugin stores for one site.
     */
    maxKeys: number;
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Reads or changes the site's documents.
   */
  content?: {
    /**
     * Kinds of published documents that the plugin reads.
     *
     * @maxItems 6
     */
    read?: ("page" | "navigation" | "redirects" | "theme" | "settings" | "types")[];
    /**
     * Kinds of documents whose drafts the plugin reads and changes.
     *
     * @maxItems 6
     */
    draft?: ("page" | "navigation" | "redirects" | "theme" | "settings" | "types")[];
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Reads media.
   */
  media?: {
    /**
     * True allows the plugin to read media.
     */
    read?: boolean;
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Receives personal answers when a form is submitted.
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
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Runs scripts of its own in visitors' browsers, in frames.
   */
  browser?: {
    /**
     * Exact names of the hosts that its frames load from and send to, over https only. An empty list allows no host.
     *
     * @maxItems 20
     */
    hosts: string[];
    /**
     * Exact names of the hosts that the site asks for its frames, by GET and without anything of the visitor.
     *
     * @minItems 1
     * @maxItems 20
     */
    viaSite?: string[];
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Receives what a member chooses an action for, including drafts.
   */
  actions?: {
    /**
     * Sections and pages of the draft, and pictures, that a member can pass to the plugin's actions.
     *
     * @minItems 1
     * @maxItems 3
     */
    on: ("section" | "page" | "picture")[];
    /**
     * True passes the bytes of pictures to the plugin's actions.
     */
    bytes?: true;
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Calls hosts on the internet.
   */
  http?: {
    /**
     * Exact names of the hosts that the plugin calls, over https only.
     *
     * @maxItems 20
     */
    hosts: string[];
    /**
     * Name of a setting with further hosts from the owner: an https address, or a list of host names.
     */
    hostsFrom?: string;
    /**
     * HTTP methods that the plugin uses.
     *
     * @minItems 1
     * @maxItems 5
     */
    methods: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
    /**
     * Names of further headers that the plugin sends, such as stripe-version. Other headers are left out.
     *
     * @maxItems 20
     */
    headers?: string[];
    /**
     * Secret settings that go in headers to this one host each. The code gets a stand-in, never the secret.
     */
    secrets?: {
      [k: string]: string;
    };
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Sends the letters that the plugin declares.
   */
  mail?: {
    /**
     * members: members with a proven address who want it. submitter: the visitor who sent a form. subscribers: visitors who subscribed with a form of the plugin, and confirmed their address. addresses: those in addressesFrom.
     *
     * @minItems 1
     * @maxItems 4
     */
    to: ("members" | "submitter" | "subscribers" | "addresses")[];
    /**
     * Name of a list among the settings, in which the owner writes mail addresses, each with a form before it if they like.
     */
    addressesFrom?: string;
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Decides who is in groups of readers.
   */
  readers?: {
    /**
     * Groups of readers with an account. The plugin puts mail addresses into them and takes them out.
     *
     * @minItems 1
     * @maxItems 20
     */
    groups: string[];
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
  /**
   * Keeps visitors' words in its log.
   */
  logs?: {
    /**
     * Keeps the plugin's errors and output for members who manage plugins, even if they may contain visitors' words.
     */
    visitors: true;
    /**
     * The reason, shown to the owner who decides about the grant.
     */
    reason?: string;
  };
}
