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
  "plugins",
  "snapshots",
  "agents",
  "publishing",
  "serving",
  "editing",
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
  editing: ["operations", "comparing", "presence", "showing", "unfinished"],
  media: ["formats", "cleaning"],
  plugins: [
    "consent",
    "grants",
    "packages",
    "settings",
    "states",
    "calls",
    "hooks",
    "migrations",
    "updates",
    "management",
  ],
  rendering: ["markdown", "frames", "css", "agents"],
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
  "trust",
  "distribution",
];

const OURS = [...Object.keys(LAYERS), "plugins", "sites", "migrations", "test"];

/** Sites that are programs for Node. Every other folder of `sites/` is deployed, or runs in a browser. */
const NODE_SITES = ["cli", "demo", "local"];

/**
 * The other sites a site may import. A site without a row imports none. `shared` and `hosting` are deployed with each
 * site that imports them, and alone nowhere.
 */
const SITE_MAY_IMPORT = {
  local: ["cli", "demo", "shared"],
  cli: ["shared"],
  rehearsal: ["workspace", "shared"],
  editor: ["shared"],
  extension: ["shared"],
  hosting: ["shared"],
  site: ["hosting", "shared"],
  dispatch: ["hosting", "shared"],
  tenant: ["workspace", "shared"],
  deployer: ["hosting", "shared"],
  workspace: ["shared"],
  "public-mcp": ["shared"],
  "private-mcp": ["shared"],
};

/** The program that joins the command line and the runner of one machine. */
const PROGRAM = "^sites/svc\\.ts$";

/**
 * A file outside the folders, which no other rule looks at. Where none is imported, the rules of direct imports decide
 * what can be reached. To search for the way from each file to each other one takes forty seconds.
 */
const OUTSIDE = `^(?!\\.|(?:${[...OURS, "node_modules"].join("|")})/).*\\.(?:[cm]?[jt]sx?|json)$`;

/** Data about all of them. */
const LIST_OF_WORKERS = "^sites/workers\\.ts$";

/** Libraries that have one door: only files under these folders import them. A library that is not named has no such rule. */
const DOORS = {
  liquidjs: ["runtime/templates"],
  "markdown-it": ["runtime/rendering/markdown"],
  "@cfworker/json-schema": ["manifests", "runtime"],
  hono: ["sites"],
  jose: ["manifests/trust", "sites"],
  "@modelcontextprotocol/server": ["sites"],
  oauth4webapi: ["sites/shared"],
  "@cloudflare/workers-oauth-provider": ["sites/private-mcp"],
  "oidc-provider": ["sites/local"],
  commander: ["sites/cli"],
  wrangler: ["sites/cli", "sites/local"],
  "jsonc-parser": ["sites/cli", "sites/demo", "sites/local"],
};

/**
 * The folders of a site that import each other's files, the lowest first, by the folder they stand in. A folder imports
 * those before it. Folders that stand in no list import no folder beside them, so a new one needs a line only for that.
 */
export const SITE_FOLDERS = {
  "sites/cli": [
    "assets",
    "files",
    "bundling",
    "packing",
    "directory",
    "browser",
    "site",
    "terminal",
    "cloudflare",
    "operator",
    "rehearsal",
    "plugin",
    "guest",
    "manage",
  ],
  "sites/cli/cloudflare": ["account", "doctor", "live", "releasing", "deploy", "preflight", "drill"],
  "sites/deployer": ["archives", "deploying", "erasing"],
  "sites/editor": ["rich", "api", "pickers", "fields", "canvas"],
  "sites/editor/canvas": [
    "queue",
    "undo",
    "page",
    "draft",
    "drawing",
    "pictures",
    "studio",
    "keeping",
    "people",
    "actions",
    "insert",
    "bar",
    "frame",
    "outline",
    "panel",
    "shell",
  ],
  "sites/editor/rich": ["model", "paste", "view"],
  "sites/hosting": ["assets", "names", "intake", "auth", "public", "provisioning", "api", "editor"],
  "sites/hosting/api": [
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
  "sites/hosting/editor": [
    "desk",
    "drawing",
    "canvas",
    "language",
    "menu",
    "theme",
    "domains",
    "library",
    "people",
    "joining",
    "comparing",
    "plugins",
    "redirects",
    "pages",
    "publish",
    "settings",
    "history",
    "inbox",
    "log",
    "backups",
    "releases",
  ],
  "sites/local": [
    "state",
    "damage",
    "logs",
    "pageCache",
    "provider",
    "watchdog",
    "identity",
    "names",
    "provisioning",
    "runner",
    "control",
    "host",
    "health",
    "entrance",
    "copies",
    "managed",
    "rehearsal",
  ],
  "sites/private-mcp": ["oauth", "tools"],
  "sites/shared/editor/words": ["en", "de"],
  "sites/workspace": ["agents", "live", "plugins", "queues", "storage", "object"],
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

/** A greedy pattern finds the deepest folder alone, so each depth has a rule. */
const unorderedRule = (depth) =>
  rule(
    `site-folders-${depth}-are-ordered`,
    "A folder of a site imports one beside it only if both stand in the list of the folder around them.",
    {
      path: `^(sites${"/[^/]+".repeat(depth)})/([^/]+)/`,
      pathNot: ORDERED_FOLDERS.filter((_, index) => depthOf(Object.keys(SITE_FOLDERS)[index]) === depth),
    },
    { path: "^$1/[^/]+/", pathNot: "^$1/$2/" },
  );

const depthOf = (parent) => parent.split("/").length - 1;

const siteRule = ([site, others]) =>
  rule(
    `site-${site}-direction`,
    `sites/${site}/ imports only ${others.map((other) => `sites/${other}/`).join(", ")} and itself.`,
    { path: `^sites/${site}/` },
    { path: "^sites/", pathNot: [`^sites/${anyOf([site, ...others])}/`, LIST_OF_WORKERS] },
  );

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
      "What is deployed on its own imports nothing that is deployed beside it.",
      { path: "^sites/([^/]+)/", pathNot: `^sites/${anyOf(Object.keys(SITE_MAY_IMPORT))}/` },
      { path: "^sites/", pathNot: ["^sites/$1/", LIST_OF_WORKERS] },
    ),
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
      "Node's own modules exist only where Node runs: sites/cli, sites/demo, sites/local, the launcher and tests. One file of the guest, one of a tenant's worker and one of the editor's pages use the one the platform lends an isolate.",
      {
        path: `^${anyOf(OURS)}/`,
        pathNot: [
          `^sites/${anyOf(NODE_SITES)}/`,
          "^test/",
          "^sandbox/guest/currentCall\\.ts$",
          "^sites/tenant/lent\\.ts$",
          "^sites/shared/editor/reader\\.ts$",
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
      { path: `^${anyOf(OURS)}/`, pathNot: [`^sites/${anyOf([...NODE_SITES, "editor"])}/`, "^test/"] },
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
      { couldNotResolve: true, pathNot: "^(cloudflare|drawbridge):" },
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
          "^sites/local/front/",
          "^sites/visitor/frames/",
          "/standIns/",
          "^plugins/[^/]+/main\\.js$",
        ],
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: "^node_modules/" },
    exclude: { path: ["(^|/)(\\.build|\\.svc|\\.wrangler|\\.out)/", "^test/fixtures/plugins/"] },
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["workerd", "worker", "import", "types", "default"],
      extensions: [".ts", ".js", ".mjs", ".json"],
    },
  },
};
