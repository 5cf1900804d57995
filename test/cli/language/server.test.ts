/** The language server as an editor meets it: what is told of a folder, and what help it gives at a place. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { FOLDER_FILE_MAX_BYTES, FOLDER_MAX_FILES } from "../../../manifests/bounds/packages.ts";
import { OPEN_FILES_MAX } from "../../../sites/cli/language/openFiles.ts";
import { LanguageServer } from "../../../sites/cli/language/server.ts";
import { clearDesks, Desk } from "../svc.ts";

afterAll(clearDesks);

const FIELDS = {
  type: "object",
  properties: {
    title: { $ref: "drawbridge:text", title: "Title", description: "Stands above the notice." },
    picture: { $ref: "drawbridge:image", title: "Picture" },
  },
  required: ["title"],
  additionalProperties: false,
};
const MANIFEST = {
  manifestVersion: 1,
  id: "acme.notices",
  version: "1.0.0",
  name: "Notices",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: {
    sections: [
      {
        name: "notice",
        title: "Notice",
        description: "A notice.",
        category: "content",
        template: "notice.liquid",
        markdown: "notice.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: FIELDS,
        queries: { latest: { order: "newest", limit: 3 } },
        example: { fields: { title: "Closed" } },
      },
    ],
  },
};
const GOOD = '<p class="lead">{{ fields.title }} {{ "close" | t }}</p>\n';

type Message = Readonly<Record<string, unknown>>;

/** An editor with a plugin's folder. */
class Editor {
  readonly desk = new Desk();
  readonly folder = join(this.desk.path, "notices");
  readonly sent: Message[] = [];
  #waiting: (() => void) | undefined;
  #ids = 0;
  readonly server = new LanguageServer({
    send: (message) => void this.sent.push(message as Message),
    soon: (run) => (this.#waiting = run),
  });

  constructor() {
    this.write("plugin.jsonc", JSON.stringify(MANIFEST, null, 2));
    this.write("notice.liquid", GOOD);
    this.write("notice.md.liquid", "{{ fields.title }}\n");
    this.write("locales/en.json", JSON.stringify({ close: "Close", open: { one: "One", other: "Open" } }));
  }

  write(path: string, text: string): void {
    this.desk.write(`notices/${path}`, text);
  }

  uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  tell(method: string, params: object): void {
    this.server.take(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  ask(method: string, params: object = {}): unknown {
    this.#ids += 1;
    this.server.take(JSON.stringify({ jsonrpc: "2.0", id: this.#ids, method, params }));
    return this.sent.at(-1)?.["result"];
  }

  open(path: string, text: string): void {
    this.tell("textDocument/didOpen", { textDocument: { uri: this.uri(path), text } });
  }

  change(path: string, text: string): void {
    this.tell("textDocument/didChange", { textDocument: { uri: this.uri(path) }, contentChanges: [{ text }] });
  }

  /** Runs the check that waits. Answers the findings of each file that the server told of. */
  checked(): Record<string, string[]> {
    const from = this.sent.length;
    this.#waiting?.();
    const told = this.sent.slice(from).filter(({ method }) => method === "textDocument/publishDiagnostics");
    return Object.fromEntries(
      told.map(({ params }) => {
        const { uri, diagnostics } = params as Published;
        const lines = diagnostics.map(({ range: { start, end }, message }) => {
          const place = `${start.line}:${start.character}-${end.line}:${end.character}`;
          return `${place} ${message}`;
        });
        return [uri.slice(this.uri("").length).replace(/^\//, ""), lines];
      }),
    );
  }
}

interface Place {
  readonly line: number;
  readonly character: number;
}
interface Published {
  readonly uri: string;
  readonly diagnostics: readonly {
    readonly range: { readonly start: Place; readonly end: Place };
    readonly message: string;
  }[];
}

let editor: Editor;
beforeEach(() => {
  editor = new Editor();
});

/** The text with its caret, which `|` marks. */
function caret(marked: string): { readonly text: string; readonly position: Place } {
  const at = marked.indexOf("¦");
  const before = marked.slice(0, at).split("\n");
  return {
    text: marked.replace("¦", ""),
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  };
}

interface Item {
  readonly label: string;
  readonly documentation?: { readonly value: string };
  readonly textEdit: { readonly newText: string };
}

function completed(path: string, marked: string): readonly Item[] {
  const { text, position } = caret(marked);
  editor.open(path, text);
  return (editor.ask("textDocument/completion", { textDocument: { uri: editor.uri(path) }, position }) ?? []) as Item[];
}

function hovered(path: string, marked: string): string | undefined {
  const { text, position } = caret(marked);
  editor.open(path, text);
  const answer = editor.ask("textDocument/hover", { textDocument: { uri: editor.uri(path) }, position });
  return (answer as { readonly contents: { readonly value: string } } | null)?.contents.value;
}

const labels = (items: readonly Item[]): string[] => items.map(({ label }) => label);

describe("findings", () => {
  test("are those of svc plugin check, at the words that they are about", () => {
    editor.open("notice.liquid", GOOD);
    expect(editor.checked()).toEqual({});
    editor.change("notice.liquid", "<p>{{ fields.titel }}</p>\n");
    expect(editor.checked()["notice.liquid"]).toEqual([
      expect.stringMatching(/^0:6-0:18 Found the field "fields\.titel"; allowed: .*did you mean fields\.title\?/),
    ]);
  });

  test("go when the text is mended, also before it is saved", () => {
    editor.open("notice.liquid", "<p>{{ fields.titel }}</p>\n");
    editor.checked();
    editor.change("notice.liquid", GOOD);
    expect(editor.checked()["notice.liquid"]).toEqual([]);
  });

  test("of a file that its editor closes unsaved are those on the disk", () => {
    editor.open("notice.liquid", "<p>{{ fields.titel }}</p>\n");
    editor.checked();
    editor.tell("textDocument/didClose", { textDocument: { uri: editor.uri("notice.liquid") } });
    expect(editor.checked()["notice.liquid"]).toEqual([]);
  });

  test("name a manifest that is half written at the place of the fault", () => {
    editor.open("plugin.jsonc", `${JSON.stringify(MANIFEST, null, 2).slice(0, -2)},\n  "colour": 1\n}`);
    const found = editor.checked()["plugin.jsonc"] ?? [];
    expect(found.join("\n")).toMatch(/colour/);
    editor.change("plugin.jsonc", '{ "manifestVersion": 1,');
    expect(editor.checked()["plugin.jsonc"]?.length).toBeGreaterThan(0);
  });

  test("of a file outside of any plugin are none", () => {
    const uri = pathToFileURL(join(editor.desk.path, "other.liquid")).href;
    editor.tell("textDocument/didOpen", { textDocument: { uri, text: "{{ x }}" } });
    editor.tell("textDocument/didOpen", { textDocument: { uri: "untitled:1", text: "{{ x }}" } });
    editor.tell("textDocument/didOpen", { textDocument: { uri: "file://host/%00", text: "{{ x }}" } });
    expect(editor.checked()).toEqual({});
  });
});

describe("completion in a template", () => {
  test.each([
    ["members of the fields", "{{ fields.¦", ["title", "picture"]],
    ["members of a picture", "{{ fields.picture.a¦", ["src", "alt"]],
    ["queries", "{% for one in queries.¦ %}{% endfor %}", ["latest"]],
    ["members of every page", "{{ page.¦ }}", ["title", "url"]],
    ["filters", "{{ fields.title | up¦ }}", ["upcase", "markdown", "t"]],
    ["objects and the template's own names", "{% assign mine = 1 %}{{ ¦ }}", ["fields", "page", "site", "mine"]],
    ["tags", "{% ¦ %}", ["if", "endif", "else", "for", "assign"]],
    ["translation keys", '{{ "¦" | t }}', ["close", "open"]],
    ["fields that a value is shown by", '{{ fields.title | shown: "¦', ["title", "picture"]],
  ])("offers %s", (_, text, wanted) =>
    expect(labels(completed("notice.liquid", text))).toEqual(expect.arrayContaining(wanted)),
  );

  test.each(["words ¦", "{{ fields.title }} ¦", '{{ "¦', "{{ fields.none.¦ }}", "{{ section.level.¦ }}"])(
    "offers nothing in %j",
    (text) => expect(completed("notice.liquid", text)).toEqual([]),
  );

  test("says what a field and a filter are", () => {
    const [title] = completed("notice.liquid", "{{ fields.¦");
    expect(title?.documentation?.value).toBe("Title\n\nStands above the notice.\n\n`drawbridge:text`");
    const link = completed("notice.liquid", "{{ fields.title | ¦").find(({ label }) => label === "link");
    expect(link?.documentation?.value).toContain("drawbridge:link");
  });
});

describe("hover in a template", () => {
  test.each([
    ["{{ fields.ti¦tle }}", "Stands above the notice."],
    ["{{ fields.title | mark¦down }}", "Markdown as safe HTML"],
    ["{{ si¦te.name }}", "everywhere"],
    ['{{ "cl¦ose" | t }}', "Close"],
    ['{{ "open" | t: count: 2 }}{{ "op¦en" | t }}', "Open"],
  ])("%j says %j", (text, says) => expect(hovered("notice.liquid", text)).toContain(says));

  test.each(["wor¦ds", "{{ unk¦nown }}"])("%j says nothing", (text) =>
    expect(hovered("notice.liquid", text)).toBeUndefined(),
  );
});

describe("help in the manifest", () => {
  test("offers the members that are missing, and none that is there", () => {
    const items = completed("plugin.jsonc", '{ "id": "acme.notices", ¦ }');
    expect(labels(items)).toEqual(expect.arrayContaining(["version", "contributes"]));
    expect(labels(items)).not.toContain("id");
    expect(items.find(({ label }) => label === "name")?.textEdit.newText).toBe('"name": ');
  });

  test("offers members deep inside, and keeps a colon that is there", () => {
    const items = completed("plugin.jsonc", '{ "contributes": { "sections": [{ "te¦": "x" }] } }');
    expect(items.find(({ label }) => label === "template")?.textEdit.newText).toBe('"template"');
  });

  test("offers the choices of a value", () =>
    expect(labels(completed("plugin.jsonc", '{ "kind": ¦ }'))).toEqual(['"declarative"', '"executable"']));

  test("says what a member is", () => {
    expect(hovered("plugin.jsonc", '{ "contributes": { "sections": [{ "temp¦late": "x" }] } }')).toContain("Liquid");
    expect(hovered("plugin.jsonc", '{ "other¦": 1 }')).toBeUndefined();
  });

  test.each(["", "{", "[", '{ "a": ', "null", '"', "{}}"])("of %j is no fault", (text) => {
    editor.open("plugin.jsonc", text);
    const place = { textDocument: { uri: editor.uri("plugin.jsonc") }, position: { line: 0, character: text.length } };
    for (const method of ["textDocument/completion", "textDocument/hover"]) {
      editor.ask(method, place);
      expect(editor.sent.at(-1)).not.toHaveProperty("error");
    }
  });
});

describe("the protocol", () => {
  test("begins, ends, and refuses what it does not know", () => {
    expect(editor.ask("initialize")).toMatchObject({ capabilities: { hoverProvider: true } });
    expect(editor.ask("workspace/executeCommand")).toBeUndefined();
    expect(editor.sent.at(-1)).toMatchObject({ error: { code: -32_601 } });
    expect(editor.ask("shutdown")).toBeNull();
    expect(editor.server.isOver).toBe(false);
    editor.tell("exit", {});
    expect(editor.server.isOver).toBe(true);
  });

  test.each([
    ["{", -32_700],
    ["1", -32_600],
    ["[]", -32_600],
    ["{}", -32_600],
    ['{"id":1,"method":"constructor"}', -32_601],
  ])("answers %j by a fault", (text, code) => {
    editor.server.take(text);
    expect(editor.sent.at(-1)).toMatchObject({ error: { code } });
  });

  test.each([{}, { textDocument: null }, { textDocument: { uri: 1 }, position: "x" }])(
    "bears the parameters %j",
    (params) => {
      for (const method of ["textDocument/completion", "textDocument/hover"])
        expect(editor.ask(method, params)).toBeNull();
      for (const method of ["didOpen", "didChange", "didSave", "didClose"])
        editor.tell(`textDocument/${method}`, params);
      expect(editor.checked()).toEqual({});
    },
  );
});

describe("a hostile folder", () => {
  test("with links in a circle, to itself and to files outside is judged by its own files", () => {
    symlinkSync(editor.folder, join(editor.folder, "again"));
    symlinkSync("/etc/passwd", join(editor.folder, "passwd.json"));
    symlinkSync("/dev/zero", join(editor.folder, "zero.json"));
    editor.open("notice.liquid", GOOD);
    const told = editor.checked();
    expect(told["notice.liquid"] ?? []).toEqual([]);
    expect(JSON.stringify(told)).not.toContain("root:");
  });

  test.each([-1, 0, 1])("with a file of %i bytes beside the most is refused without reading it", (more) => {
    editor.write("data.json", "");
    writeFileSync(join(editor.folder, "data.json"), Buffer.alloc(FOLDER_FILE_MAX_BYTES + more, " "));
    editor.open("notice.liquid", GOOD);
    const told = JSON.stringify(editor.checked());
    if (more > 0) expect(told).toContain(`at most ${FOLDER_FILE_MAX_BYTES}: move the file out of the folder`);
    else expect(told).not.toContain("move the file");
  });

  test.each([0, 1])("with %i files beside the most is refused", (more) => {
    mkdirSync(join(editor.folder, "many"));
    const own = 4;
    for (let n = own; n < FOLDER_MAX_FILES + more; n += 1) writeFileSync(join(editor.folder, `many/${n}`), "");
    editor.open("notice.liquid", GOOD);
    expect(JSON.stringify(editor.checked()).includes(`more files than ${FOLDER_MAX_FILES}`)).toBe(more > 0);
  });

  test("gets a fault of its own, and other folders are judged", () => {
    editor.open("notice.liquid", "<p>{{ fields.titel }}</p>");
    editor.write("plugin.jsonc", "\0\0");
    expect(editor.checked()["plugin.jsonc"]?.length).toBeGreaterThan(0);
  });
});

test.each([-1, 0, 1])("an editor with %i files beside the most has help in the first of them", (more) => {
  const paths = Array.from({ length: OPEN_FILES_MAX + more }, (_, n) => `parts/${n}.liquid`);
  for (const path of paths) editor.open(path, "{{ fields.");
  const last = completed(paths.at(-1) ?? "", "{{ ¦");
  expect(last.length > 0).toBe(more <= 0);
});
