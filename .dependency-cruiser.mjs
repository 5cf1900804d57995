/**
 * The directions of imports. The layers are a table, read top down: a folder imports what its row names, and itself.
 * Each rule has a test in `test/gates/imports.test.ts` that shows it rejecting a file written to break it.
 */
const LAYERS = {
  manifests: [],
  runtime: ["manifests"],
  capabilities: ["manifests", "runtime"],
  sandbox: ["manifests", "capabilities"],
};

/**
 * The folders of the kernel, the lowest first: a folder imports those before it, and no file of the root, which joins
 * them. So no two import each other. The areas stand on the first three. A new area is a folder and one line;
 * `docs/architecture.md` says what each is for.
 */
export const AREAS = [
  "powers",
  "database",
  "area",
  "commands",
  "tenancy",
  "documents",
  "contributions",
  "templates",
  "forms",
  "rendering",
  "search",
  "mail",
  "plugins",
  "snapshots",
  "agents",
  "publishing",
  "reviews",
  "serving",
  "visits",
  "readers",
  "editing",
  "savedFilters",
  "sharing",
  "remarks",
  "media",
  "actions",
  "submissions",
  "backups",
  "operating",
];

/**
 * The folders of each area, the lowest first: a folder imports those before it, and no file of its area's own folder.
 * Those files join the folders. So no two folders of `runtime/` import each other, nor a folder and the one it stands in.
 */
export const AREA_FOLDERS = {
  agents: ["content", "operations"],
  editing: [
    "operations",
    "comparing",
    "languages",
    "presence",
    "redirects",
    "showing",
    "unfinished",
    "calendar",
    "checking",
    "bulk",
  ],
  media: ["formats", "cleaning", "drawings", "former"],
  plugins: [
    "consent",
    "grants",
    "packages",
    "settings",
    "states",
    "storage",
    "calls",
    "webhooks",
    "letters",
    "pages",
    "hooks",
    "migrations",
    "updates",
    "management",
  ],
  submissions: ["proofs"],
  documents: ["content", "lists"],
  serving: ["languages", "rules", "missed", "searching"],
  publishing: ["blobs", "releases", "changes"],
  rendering: [
    "languages",
    "placing",
    "dialect",
    "code",
    "maths",
    "markdown",
    "directives",
    "values",
    "frames",
    "css",
    "searching",
    "visits",
    "stored",
    "agents",
  ],
  templates: ["marks"],
};

/** The rooms of `manifests/`, the lowest first, as the areas are. A room imports those before it and the files of the root. */
export const ROOMS = [
  "bytes",
  "bounds",
  "memory",
  "refusals",
  "shapes",
  "json",
  "liquid",
  "faults",
  "assets",
  "capabilities",
  "fields",
  "css",
  "hooks",
  "agents",
  "manifest",
  "templates",
  "packages",
  "rules",
  "ownTypes",
  "trust",
  "distribution",
];

const OURS = [...Object.keys(LAYERS), "plugins", "sites", "migrations", "test"];

/** Floors of `sites/` that are programs for Node. Every other floor is deployed, or runs in a browser. */
const NODE_SITES = ["bundles", "cli", "demo", "machine", "starters", "tools"];

/** The parts of the editor that run in a browser: all but the pages, which a worker draws. */
export const EDITOR_IN_BROWSER = "editor/(?!pages/)[^/]+";

/** The table of the workers of a deployment, from which the programs for Node derive theirs. */
const LIST_OF_WORKERS = "workers/workers\\.ts";

/**
 * The floors of `sites/`, the lowest first, and what each imports beside the layers and itself. A floor is a folder, a
 * part of one, or one worker; a pattern names it. A floor that stands in no row imports none.
 */
export const SITE_MAY_IMPORT = {
  requests: [],
  words: ["requests"],
  platform: ["requests"],
  control: ["platform"],
  mcp: ["requests"],
  web: ["requests", "words", "platform", "control"],
  moving: ["requests"],
  [EDITOR_IN_BROWSER]: ["requests", "words", "platform", "moving"],
  "editor/pages": ["requests", "words", "platform", "control", "web", "editor/looks"],
  "workers/workspace": ["platform", "control", "mcp"],
  "workers/public-store": ["platform"],
  "workers/rehearsal": ["platform", "workers/workspace"],
  "workers/tenant": ["platform", "workers/workspace"],
  "workers/site": ["platform", "web", "editor/pages"],
  "workers/dispatch": ["platform", "control", "web", "editor/pages"],
  "workers/deployer": ["requests", "platform", "control", "web"],
  "workers/public-mcp": ["mcp"],
  "workers/private-mcp": ["requests", "words", "platform", "control", "mcp", "web/document"],
  starters: [],
  bundles: ["words", "editor/looks", "web/api/description", "web/assets", "web/document"],
  cli: ["requests", "words", "platform", "editor/looks", "moving", "bundles", LIST_OF_WORKERS],
  tools: ["words", "bundles", "cli", LIST_OF_WORKERS],
  machine: ["requests", "words", "platform", "demo", "starters", "bundles", "cli", "tools", LIST_OF_WORKERS],
};

/** The program that joins the command line and the runner of one machine. */
const PROGRAM = "^sites/svc\\.ts$";

/**
 * A file outside the folders, which no other rule looks at. Where none is imported, the rules of direct imports decide
 * what can be reached. To search for the way from each file to each other one takes forty seconds.
 */
const OUTSIDE = `^(?!\\.|(?:${[...OURS, "node_modules"].join("|")})/).*\\.(?:[cm]?[jt]sx?|json)$`;

/** Libraries that have one door: only files under these folders import them. A library that is not named has no such rule. */
const DOORS = {
  liquidjs: ["runtime/templates"],
  "markdown-it": ["runtime/rendering/dialect", "runtime/rendering/markdown"],
  "@cfworker/json-schema": ["manifests", "runtime"],
  hono: ["sites"],
  jose: ["manifests/trust", "sites"],
  "@modelcontextprotocol/server": ["sites"],
  oauth4webapi: ["sites/platform"],
  "@cloudflare/workers-oauth-provider": ["sites/workers/private-mcp"],
  nodemailer: ["sites/machine/mail"],
  "acme-client": ["sites/machine/authority"],
  "oidc-provider": ["sites/machine"],
  "@simplewebauthn/server": ["sites/machine/people"],
  commander: ["sites/cli"],
  miniflare: ["sites/machine"],
  "jsonc-parser": ["sites/cli", "sites/demo", "sites/machine", "sites/tools"],
};

/**
 * The folders of a site that import each other's files, the lowest first, by the folder they stand in. A folder imports
 * those before it. Folders that stand in no list import no folder beside them, so a new one needs a line only for that.
 */
export const SITE_FOLDERS = {
  "sites/cli": [
    "command",
    "docs",
    "assets",
    "files",
    "bundling",
    "packing",
    "directory",
    "site",
    "terminal",
    "moving",
    "exchanging",
    "copying",
    "cloudflare",
    "operator",
    "rehearsal",
    "plugin",
    "releasing",
    "language",
    "editors",
    "debugging",
    "manage",
  ],
  "sites/cli/cloudflare": ["account", "descriptor", "doctor", "live", "releasing", "deploy", "preflight", "drill"],
  "sites/cli/cloudflare/drill": ["session", "points"],
  "sites/cli/operator": ["session", "hosting"],
  "sites/cli/plugin": ["signed", "index"],
  "sites/editor": [
    "looks",
    "document",
    "drawing",
    "rich",
    "api",
    "palette",
    "pickers",
    "fields",
    "remarks",
    "canvas",
    "enhance",
    "importing",
    "moving",
    "xliff",
    "replacing",
    "cropping",
  ],
  "sites/editor/canvas": [
    "queue",
    "undo",
    "page",
    "draft",
    "pictures",
    "studio",
    "keeping",
    "people",
    "placed",
    "remarks",
    "actions",
    "insert",
    "bar",
    "beside",
    "frame",
    "outline",
    "panel",
    "shell",
  ],
  "sites/editor/pages": [
    "desk",
    "drawing",
    "language",
    "menu",
    "theme",
    "domains",
    "library",
    "saved",
    "people",
    "joining",
    "comparing",
    "translating",
    "remarks",
    "plugins",
    "pluginPages",
    "redirects",
    "types",
    "readers",
    "sharing",
    "pages",
    "replace",
    "publish",
    "reviews",
    "visits",
    "startPage",
    "entries",
    "bulk",
    "calendar",
    "settings",
    "siteLanguages",
    "history",
    "inbox",
    "mail",
    "log",
    "backups",
    "releases",
    "bar",
    "canvas",
  ],
  "sites/editor/rich": ["model", "paste", "view"],
  "sites/machine": [
    "process",
    "state",
    "service",
    "damage",
    "blobs",
    "logs",
    "pageCache",
    "visits",
    "provider",
    "watchdog",
    "identity",
    "mail",
    "names",
    "http2",
    "tls",
    "authority",
    "people",
    "provisioning",
    "runner",
    "control",
    "host",
    "health",
    "hits",
    "entrance",
    "copies",
    "managed",
    "rehearsal",
  ],
  "sites/machine/people": ["store", "ceremony", "http", "password", "pages"],
  "sites/moving": ["tree", "html", "text", "read", "plan", "apply", "rows"],
  "sites/moving/read": ["zip", "word", "ghost", "markdown", "wordpress"],
  "sites/platform": ["keys", "publicStore", "security", "login", "pageCache", "visits"],
  "sites/control": ["sql", "tenants", "records", "operators", "people", "agents", "logins"],
  "sites/web": [
    "powers",
    "names",
    "http",
    "document",
    "intake",
    "visits",
    "assets",
    "auth",
    "public",
    "provisioning",
    "api",
  ],
  "sites/web/api": [
    "request",
    "guards",
    "indexes",
    "control",
    "pipeline",
    "media",
    "people",
    "hostnames",
    "backups",
    "visitors",
    "operator",
    "routes",
    "description",
    "live",
  ],
  "sites/words": ["shape", "en", "de", "fr", "es", "pt-BR", "ja", "ar"],
  "sites/workers/deployer": ["tenants", "archives", "deploying", "erasing"],
  "sites/workers/private-mcp": ["bindings", "oauth", "tools"],
  "sites/workers/workspace": ["bindings", "agents", "live", "plugins", "queues", "storage", "object"],
};

const anyOf = (names) => `(${names.join("|")})`;
const quoted = (text) => text.replace(/[/.-]/g, "\\$&");
const rule = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

const layerRule = ([layer, below]) =>
  rule(
    `${layer}-direction`,
    below.length > 0
      ? `${layer}/ imports only ${below.join("/, ")}/ and itself.`
      : `${layer}/ imports nothing of ours.`,
    { path: `^${layer}/` },
    { path: `^${anyOf(OURS)}/`, pathNot: `^${anyOf([layer, ...below])}/` },
  );

const areaRule = (area, index) => {
  const below = AREAS.slice(0, index + 1);
  return rule(
    `area-${area}-direction`,
    index > 0
      ? `runtime/${area}/ imports only areas before it: ${below.slice(0, -1).join(", ")}.`
      : `runtime/${area}/ imports no other area.`,
    { path: `^runtime/${area}/` },
    { path: "^runtime/", pathNot: `^runtime/${anyOf(below)}/` },
  );
};

const folderRules = ([area, folders]) =>
  folders.map((folder, index) => {
    const below = folders.slice(0, index + 1);
    return rule(
      `area-${area}-${folder}-direction`,
      index > 0
        ? `Of runtime/${area}/, the folder ${folder}/ imports only folders before it: ${below.slice(0, -1).join(", ")}.`
        : `Of runtime/${area}/, the folder ${folder}/ imports nothing else.`,
      { path: `^runtime/${area}/${folder}/` },
      { path: `^runtime/${area}/`, pathNot: `^runtime/${area}/${anyOf(below)}/` },
    );
  });

/** A pattern of each folder that stands in the list of its area. */
const LISTED_FOLDERS = Object.entries(AREA_FOLDERS).map(
  ([area, folders]) => `^runtime/${area}/${anyOf(folders)}/[^/]+$`,
);

const roomRule = (room, index) => {
  const above = ROOMS.slice(index + 1);
  return rule(
    `room-${room}-direction`,
    `manifests/${room}/ imports no room behind it: ${above.join(", ")}.`,
    { path: `^manifests/${room}/` },
    { path: `^manifests/${anyOf(above)}/` },
  );
};

const siteFolderRules = ([parent, folders]) =>
  folders.map((folder, index) => {
    const below = folders.slice(0, index + 1);
    return rule(
      `${parent.replace("sites/", "").replaceAll("/", "-")}-${folder}-direction`,
      index > 0
        ? `Of the folders of ${parent}/, ${folder}/ imports only those before it: ${below.slice(0, -1).join(", ")}.`
        : `${folder}/ imports no other folder of ${parent}/.`,
      { path: `^${parent}/${folder}/` },
      { path: `^${parent}/[^/]+/`, pathNot: `^${parent}/${anyOf(below)}/` },
    );
  });

/** A pattern of each folder that stands in a list of the folders of a site. */
const ORDERED_FOLDERS = Object.entries(SITE_FOLDERS).map(([parent, folders]) => `^${parent}/${anyOf(folders)}/`);

/** Depths at which the folders of a site lie in each other. */
const DEPTHS = [1, 2, 3, 4];

/** Parts of a floor with a row of their own, which says what they import beside them. */
const ROWS_IN_FLOORS = Object.keys(SITE_MAY_IMPORT)
  .filter((floor) => floor.includes("/") && floor !== EDITOR_IN_BROWSER)
  .map((floor) => `^sites/${floor}/`);

/** A greedy pattern finds the deepest folder alone, so each depth has a rule. */
const unorderedRule = (depth) =>
  rule(
    `site-folders-${depth}-are-ordered`,
    "A folder of a site imports one beside it only if both stand in the list of the folder around them.",
    {
      path: `^(sites${"/[^/]+".repeat(depth)})/([^/]+)/`,
      pathNot: [
        ...ORDERED_FOLDERS.filter((_, index) => depthOf(Object.keys(SITE_FOLDERS)[index]) === depth),
        ...ROWS_IN_FLOORS,
      ],
    },
    { path: "^$1/[^/]+/", pathNot: "^$1/$2/" },
  );

/** Depths at which a folder of `sites/` has folders in it; `sites/` itself is 0. */
const ROOF_DEPTHS = [0, 1, 2, 3, 4];

const roofRule = (depth) =>
  rule(
    `site-roof-${depth}`,
    "The files of a folder itself are its roof: they join its folders, and no folder in it imports them.",
    { path: `^(sites${"/[^/]+".repeat(depth)})/[^/]+/` },
    { path: "^$1/[^/]+$" },
  );

const depthOf = (parent) => parent.split("/").length - 1;

/** The name of a floor in the names of its rules: `workers/site` becomes `workers-site`, the editor's pattern `editor`. */
export const floorName = (floor) => (floor === EDITOR_IN_BROWSER ? "editor" : floor.replaceAll("/", "-"));

const siteRule = ([floor, others]) =>
  rule(
    `site-${floorName(floor)}-direction`,
    `sites/${floor} imports only ${others.map((other) => `sites/${other}`).join(", ") || "the layers"} and itself.`,
    { path: `^sites/${floor}/` },
    { path: "^sites/", pathNot: `^sites/${anyOf([floor, ...others])}(/|$)` },
  );

/** The folders in which a floor stands that is not a whole folder of `sites/`. */
const OPENED = ["editor", "workers"];

const doorRule = ([library, doors]) =>
  rule(
    `door-${library.replace(/^@/, "").replace("/", "-")}`,
    `${library} is imported only under ${doors.join("/, ")}/.`,
    { path: `^${anyOf(OURS)}/`, pathNot: [`^${anyOf(doors.map(quoted))}/`, "^test/"] },
    { path: `^node_modules/${quoted(library)}/` },
  );

export default {
  forbidden: [
    ...Object.entries(LAYERS).map(layerRule),
    ...AREAS.map(areaRule),
    ...Object.entries(AREA_FOLDERS).flatMap(folderRules),
    ...ROOMS.slice(0, -1).map(roomRule),
    ...Object.entries(SITE_FOLDERS).flatMap(siteFolderRules),
    ...DEPTHS.map(unorderedRule),
    rule(
      "rooms-are-listed",
      "A folder of manifests/ is a room and stands in the list of rooms, or nothing says which way it imports.",
      { path: "^manifests/[^/]+/", pathNot: `^manifests/${anyOf(ROOMS)}/` },
      { path: "." },
    ),
    rule(
      "rooms-stand-on-the-root",
      "The files of the root of manifests/ import no room.",
      { path: "^manifests/[^/]+$" },
      { path: "^manifests/[^/]+/" },
    ),
    rule(
      "areas-are-listed",
      "A folder of runtime/ is an area and stands in the list of areas, or nothing says which way it imports.",
      { path: `^runtime/[^/]+/`, pathNot: `^runtime/${anyOf(AREAS)}/` },
      { path: "." },
    ),
    rule(
      "area-folders-are-listed",
      "A folder of an area stands in the list of its area, or nothing says which way it imports.",
      { path: "^runtime/[^/]+/[^/]+/", pathNot: LISTED_FOLDERS },
      { path: "." },
    ),
    ...Object.entries(SITE_MAY_IMPORT).map(siteRule),
    rule(
      "sites-apart",
      "A floor without a row imports no other floor.",
      { path: "^sites/([^/]+)/", pathNot: `^sites/${anyOf([...Object.keys(SITE_MAY_IMPORT), ...OPENED])}/` },
      { path: "^sites/", pathNot: "^sites/$1/" },
    ),
    rule(
      "workers-apart",
      "A worker without a row imports no floor and no other worker.",
      { path: "^sites/workers/([^/]+)/", pathNot: `^sites/${anyOf(Object.keys(SITE_MAY_IMPORT))}/` },
      { path: "^sites/", pathNot: "^sites/workers/$1/" },
    ),
    ...ROOF_DEPTHS.map(roofRule),
    rule("plugins-are-data", "A plugin is data: no file of it imports anything.", { path: "^plugins/" }, { path: "." }),
    rule(
      "guest-alone",
      "Code that runs inside an isolate reaches nothing of ours but its own folder.",
      { path: "^sandbox/guest/" },
      { path: `^${anyOf(OURS)}/`, pathNot: "^sandbox/guest/" },
    ),
    rule(
      "tests-are-leaves",
      "Nothing that ships imports a test.",
      { path: `^${anyOf(OURS)}/`, pathNot: "^test/" },
      { path: "^test/" },
    ),
    rule(
      "node-core-outside",
      "Node's own modules exist only where Node runs: the floors for Node, the launcher and tests. One file of the guest, one of a tenant's worker and one of the editor's pages use the one the platform lends an isolate.",
      {
        path: `^${anyOf(OURS)}/`,
        pathNot: [
          `^sites/${anyOf(NODE_SITES)}/`,
          "^test/",
          "^sandbox/guest/currentCall\\.ts$",
          "^sites/workers/tenant/lent\\.ts$",
          "^sites/words/reader\\.ts$",
          "^sites/launch\\.mjs$",
        ],
      },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "layers-reach-no-site",
      "A layer imports no file outside the project's folders: a deployable could be reached through it.",
      { path: `^${anyOf(Object.keys(LAYERS))}/` },
      { path: OUTSIDE },
    ),
    rule(
      "workers-reach-no-node-site",
      "What runs in workerd imports no program for Node, and no file outside the project's folders that could lead to one.",
      { path: `^sites/(?!${anyOf(NODE_SITES)}/)`, pathNot: PROGRAM },
      { path: [`^sites/${anyOf(NODE_SITES)}/`, OUTSIDE] },
    ),
    ...Object.entries(DOORS).map(doorRule),
    rule(
      "zod-mini",
      "What ships to a worker uses zod/mini: the whole of zod is twenty times its size.",
      { path: `^${anyOf(OURS)}/`, pathNot: [`^sites/${anyOf(NODE_SITES)}/`, "^test/"] },
      { path: "^node_modules/zod/", pathNot: "^node_modules/zod/(v4/)?mini/" },
    ),
    rule(
      "no-development-packages",
      "What is deployed imports nothing that is installed for development only. The editor's files are bundled before that.",
      { path: `^${anyOf(OURS)}/`, pathNot: [`^sites/${anyOf([...NODE_SITES, EDITOR_IN_BROWSER])}/`, "^test/"] },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "declared-packages",
      "A package that is imported is named in package.json.",
      { path: `^${anyOf(OURS)}/` },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    ),
    rule(
      "resolvable",
      "An import that resolves to nothing would slip past every other rule.",
      { path: `^${anyOf(OURS)}/` },
      { couldNotResolve: true, pathNot: "^(?:(cloudflare|drawbridge):|vscode$)" },
    ),
    rule("no-cycles", "Two files that need each other are one file, or three.", {}, { circular: true }),
    rule(
      "no-orphans",
      "A file that nobody imports and that imports nobody is dead, unless it is where something starts.",
      {
        orphan: true,
        path: `^${anyOf(OURS)}/`,
        pathNot: [
          "\\.test\\.ts$",
          "\\.d\\.ts$",
          "\\.generated\\.ts$",
          "^test/.*fixtures/",
          "^sites/workers/blobs/",
          "^sites/workers/front/",
          "^sites/visitor/frames/",
          // launch.mjs and vitest load it by its address.
          "^sites/stacks\\.mjs$",
          "^sites/machine/people/pages/pageScript\\.ts$",
          "/standIns/",
          "^plugins/[^/]+/main\\.js$",
        ],
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: "^node_modules/" },
    exclude: {
      path: [
        "(^|/)(\\.build|\\.svc|\\.wrangler|\\.out)/",
        "^test/fixtures/plugins/",
        "^sites/cli/plugin/scaffolds/files/",
      ],
    },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    moduleSystems: ["es6"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["workerd", "worker", "import", "types", "default"],
      extensions: [".ts", ".js", ".mjs", ".json"],
    },
  },
};
