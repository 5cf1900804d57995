/**
 * The catalogue of attacks on the sandbox. Each entry has its test file and the result, or the reason why it does not
 * apply. Test titles end with the attack's number, as in `(attack 58)`.
 */
interface Tried {
  readonly number: number;
  readonly attack: string;
  readonly test: string;
  readonly outcome: string;
}

interface Untried {
  readonly number: number;
  readonly attack: string;
  readonly why: string;
}

const tried = (number: number, attack: string, test: string, outcome: string): Tried => ({
  number,
  attack,
  test,
  outcome,
});
const untried = (number: number, attack: string, why: string): Untried => ({ number, attack, why });

const LANGUAGE = "test/hostile/sandbox/language.test.ts";
const VALUES = "test/hostile/sandbox/values.test.ts";
const RESULTS = "test/hostile/sandbox/results.test.ts";
const NETWORK = "test/hostile/sandbox/network.test.ts";
const EXHAUSTION = "test/hostile/sandbox/exhaustion.test.ts";
const IDENTITY = "test/hostile/sandbox/identity.test.ts";
const HTTP = "test/capabilities/http.test.ts";
const WRITING = "test/capabilities/contentWrite.test.ts";
const DISPATCH = "test/hostile/dispatch/plugins.test.ts";
const MACHINE = "test/faults/plugins.test.ts";
const STACKS = "test/hostile/dispatch/stackTraces.test.ts";
const MIGRATIONS = "test/hostile/kernel/migrations.test.ts";
const TEMPLATES = "test/hostile/plugins/templates.test.ts";

export const CATALOGUE: readonly (Tried | Untried)[] = [
  tried(1, "eval in a handler", LANGUAGE, "refused"),
  tried(2, "new Function", LANGUAGE, "refused"),
  tried(3, "constructor of async functions", LANGUAGE, "refused"),
  tried(4, "constructor of generators", LANGUAGE, "refused"),
  tried(5, "eval while modules are evaluated", LANGUAGE, "refused by the locked realm"),
  tried(6, "WebAssembly from bytes", LANGUAGE, "no such name"),
  tried(7, "WebAssembly among the files", LANGUAGE, "never loaded"),
  tried(8, "import from another origin", LANGUAGE, "no such module"),
  tried(9, "import of a data: address", LANGUAGE, "no such module"),
  tried(10, "import from outside the plugin's folder", LANGUAGE, "no such module"),
  tried(11, "import of the runtime's own modules", LANGUAGE, "no such module"),
  tried(12, "modules of Node", LANGUAGE, "no such module; node:process breaks on the locked realm"),
  tried(13, "sockets", LANGUAGE, "not permitted"),
  tried(14, "secrets in the global scope", LANGUAGE, "the names are listed, the environment is empty"),
  tried(15, "experimental flags in the manifest", LANGUAGE, "ignored"),
  tried(16, "a later date in the manifest", LANGUAGE, "ignored"),
  tried(17, "names of modules", LANGUAGE, "refused where the artifact is put"),
  tried(18, "a main module that is no JavaScript", LANGUAGE, "refused where the artifact is put"),
  tried(19, "poisoned prototypes", LANGUAGE, "cannot be changed, and no tenant shares them"),
  tried(
    20,
    "escapes through constructors, species, call sites, suppressed errors",
    LANGUAGE,
    "reach nothing but the plugin's own realm",
  ),
  tried(21, "__proto__ in a value", VALUES, "refused"),
  tried(22, "constructor in a value", VALUES, "refused"),
  tried(23, "a key that looks like a path", VALUES, "kept as one name"),
  tried(24, "a getter with an effect", VALUES, "read once, inside"),
  tried(25, "a getter that throws", VALUES, "fails inside; nothing of the batch is written"),
  tried(26, "a proxy", VALUES, "copied inside; refused at the lease"),
  tried(27, "a function", VALUES, "refused"),
  tried(28, "an RPC target", VALUES, "empty data inside; refused at the lease"),
  tried(29, "a thenable", VALUES, "data inside; refused at the lease"),
  tried(30, "toJSON", VALUES, "called inside; refused at the lease"),
  tried(31, "symbols", VALUES, "not carried"),
  tried(32, "a value that holds itself", VALUES, "fails inside"),
  tried(33, "100,000 levels", VALUES, "refused"),
  tried(34, "one level too many", VALUES, "refused"),
  tried(35, "33 MiB of text", VALUES, "refused before it is looked at"),
  tried(36, "arrays of holes", VALUES, "too large; the lease lets no array through"),
  tried(37, "a million members", VALUES, "too large"),
  tried(38, "NaN, maps, big integers, dates", VALUES, "become what JSON makes of them, or fail inside"),
  tried(39, "odd characters in keys", VALUES, "refused"),
  tried(40, "requests, responses, streams as data", VALUES, "empty data inside; refused at the lease"),
  tried(41, "errors as data", VALUES, "empty data inside; refused at the lease"),
  tried(42, "odd buffers", VALUES, "empty data inside; refused at the lease"),
  tried(43, "a view onto a bigger buffer", VALUES, "only the view is carried"),
  tried(44, "arguments too many or too few", VALUES, "refused or ignored"),
  tried(45, "names of inherited methods", VALUES, "no such method"),
  tried(46, "walking properties of the lease", VALUES, "no such method"),
  tried(47, "objects of ours in answers", VALUES, "an answer is text"),
  tried(48, "wildcards and SQL in keys", VALUES, "refused, or literal"),
  tried(49, "keys too long, empty, with .. or /", VALUES, "refused"),
  tried(50, "names that run together", VALUES, "columns of their own"),
  tried(51, "a thenable result", RESULTS, "settled inside"),
  tried(52, "a promise that never settles", RESULTS, "refused in time"),
  tried(53, "a timer of an hour", RESULTS, "refused in time; what comes later has no effect"),
  tried(54, "a function or stub as a result", RESULTS, "never looked into"),
  tried(55, "toJSON in a result", RESULTS, "called inside"),
  tried(56, "errors with members of ours", RESULTS, "one fixed error"),
  tried(57, "thrown null, undefined, proxies", RESULTS, "one fixed error"),
  tried(58, "a message of 5 MB", RESULTS, "shortened"),
  tried(59, "line breaks, terminal codes, HTML in messages", RESULTS, "escaped"),
  tried(60, "names of files in stacks", RESULTS, "not told"),
  tried(61, "a body without end", RESULTS, "no answer is a stream; those of hosts are cut (86)"),
  tried(62, "a body that drips", RESULTS, "no answer is a stream; those of hosts end at a clock (87)"),
  tried(63, "thousands of headers", RESULTS, "an answer has no headers"),
  tried(64, "cookies", RESULTS, "an answer has no headers"),
  tried(65, "locations", RESULTS, "an answer has no location"),
  tried(66, "policies, caching, CORS", RESULTS, "an answer has no headers"),
  tried(67, "odd statuses", RESULTS, "refused"),
  tried(68, "HTML with script", RESULTS, "data; templates escape it"),
  tried(69, "one byte too long", RESULTS, "refused"),
  tried(70, "a member twice", RESULTS, "refused"),
  tried(71, "network without a grant", NETWORK, "refused"),
  tried(72, "a host nobody granted", NETWORK, "refused"),
  tried(73, "spellings of IPv4", NETWORK, "refused"),
  tried(74, "IPv6", NETWORK, "refused"),
  tried(75, "metadata and private names", NETWORK, "refused"),
  tried(76, "rebinding", NETWORK, "only exact granted hosts; the platform cannot pin what a granted name resolves to"),
  tried(77, "redirect inside", NETWORK, "refused"),
  tried(78, "redirect without end", NETWORK, "refused"),
  tried(79, "redirect to plain text", NETWORK, "refused"),
  tried(80, "redirect that carries credentials", NETWORK, "what speaks for the plugin stays behind"),
  tried(81, "misleading spellings", NETWORK, "refused"),
  tried(82, "ports", NETWORK, "refused"),
  tried(83, "headers of the transport and of identity", NETWORK, "refused"),
  tried(84, "odd methods", NETWORK, "refused"),
  tried(85, "line breaks in headers", NETWORK, "refused"),
  tried(86, "an answer without end", NETWORK, "cut and refused"),
  tried(87, "a slow host", HTTP, "refused in time"),
  tried(88, "10,000 requests at once", NETWORK, "as many as were lent"),
  tried(89, "its own site", DISPATCH, "refused"),
  tried(
    90,
    "interfaces of this deployment",
    DISPATCH,
    "refused: of its own sites, where agents read them, and where agents act for members",
  ),
  tried(91, "credentials in echoes", NETWORK, "none is ever added; answers show listed headers only"),
  tried(92, "cookies of the tenant", NETWORK, "none is ever added"),
  tried(
    93,
    "endless loops",
    MACHINE,
    "hosted, the platform's CPU limit ends them; on one machine the watchdog ends the process, and the plugin is out",
  ),
  tried(94, "patterns without end", MACHINE, "as 93"),
  tried(95, "microtasks without end", MACHINE, "as 93"),
  tried(
    96,
    "memory",
    MACHINE,
    "the platform gives each isolate 128 MB; on one machine the watchdog ends the process, and the plugin is out",
  ),
  tried(97, "memory outside the heap", MACHINE, "as 96"),
  tried(98, "printing without end", EXHAUSTION, "cut, counted"),
  tried(99, "storage quotas", EXHAUSTION, "each has its own refusal; writes are bounded by the calls of a lease"),
  tried(100, "thousands of bridge calls", EXHAUSTION, "as many as were lent"),
  tried(101, "many plugins at once", EXHAUSTION, "four at a time"),
  tried(102, "a package too large", EXHAUSTION, "refused where it is put"),
  tried(103, "one plugin of two tenants", IDENTITY, "two isolates"),
  tried(104, "other grants", IDENTITY, "another isolate"),
  tried(105, "revoked while warm", IDENTITY, "the next call is refused"),
  tried(106, "files swapped where they are kept", IDENTITY, "not run"),
  tried(107, "files swapped between two reads", IDENTITY, "every read is checked"),
  tried(108, "a tenant named by the plugin", IDENTITY, "refused"),
  tried(109, "a lease kept for later", IDENTITY, "over"),
  tried(110, "work left for later", IDENTITY, "over"),
  tried(111, "another plugin's data", IDENTITY, "there is no word for it"),
  tried(112, "idempotency keys of others", WRITING, "no verb takes one; a member's is another's"),
  tried(113, "forged log and audit entries", RESULTS, "escaped"),
  tried(
    114,
    "stubs that are never disposed",
    VALUES,
    "only text crosses; with the lease in its hands, refused one by one",
  ),
  tried(115, "uninstalled while running", IDENTITY, "nothing is written afterwards"),
  tried(116, "ids that look alike", IDENTITY, "refused"),
  tried(117, "templates of declarative plugins", TEMPLATES, "refused where they are installed, or printed as text"),
  untried(
    118,
    "timing of others",
    "Budgets are counted per lease and quotas per plugin, so none tells of others. Clocks and shared processors remain a channel that no test can close.",
  ),
  tried(119, "forged places of an error", STACKS, "only lines of the package are kept"),
  tried(120, "what visitors sent, in an error or in output", STACKS, "withheld, unless the owner granted it"),
  tried(121, "secrets of the settings, in an error or in output", STACKS, "taken out"),
  tried(122, "errors and output without end", STACKS, "cut"),
  tried(123, "terminal codes and markup in an error", STACKS, "text"),
  tried(124, "templates of migrations", MIGRATIONS, "read one value, within a budget"),
  tried(125, "names and steps of migrations", MIGRATIONS, "move what does not fit, once, within bounds"),
  tried(126, "an earlier rendering of another section", MIGRATIONS, "is never taken"),
];
