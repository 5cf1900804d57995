/** Every bound of the project, with its unit and the reason for it. Each is tested at bound-1, bound and bound+1. */

/** Longest manifest in bytes. A real one is 2-40 kB; this keeps a hostile one off the CPU budget. */
export const MANIFEST_MAX_BYTES = 256 * 1024;

/** Deepest nesting of any JSON we parse, in levels. Content nests sections at most 4 deep, about 20 levels of JSON. */
export const JSON_MAX_DEPTH = 64;

/** Most members of one JSON object or items of one JSON array we parse. */
export const JSON_MAX_MEMBERS = 20_000;

/** Longest id of a page or section in characters; ids become HTML ids and parts of links. */
export const DOCUMENT_ID_MAX_CHARS = 64;

/** Longest page path in characters. Long enough for four long words a level, short enough for every cache key. */
export const PATH_MAX_CHARS = 512;

/** Longest title, label or name in characters. Search engines show about 60; headlines may be longer. */
export const TITLE_MAX_CHARS = 200;

/** Longest description or other short text in characters. */
export const TEXT_MAX_CHARS = 1_000;

/** Most sections in one page, nested ones counted. The longest real landing pages have about 40. */
export const PAGE_MAX_SECTIONS = 200;

/** Deepest nesting of sections. Columns in columns is 3; deeper pages cannot be read on a phone. */
export const SECTION_MAX_DEPTH = 4;

/** Most items in one level of one menu. */
export const NAVIGATION_MAX_ITEMS = 100;

/** Deepest nesting of a menu. Themes show three levels. */
export const NAVIGATION_MAX_DEPTH = 3;

/** Most redirects of one site. A migrated site of 2,000 pages keeps all its old addresses. */
export const REDIRECTS_MAX_ENTRIES = 2_000;

/** Most pages of one site. A publication lists them all once; 20,000 titles and paths are about 5 MB. */
export const SITE_MAX_PAGES = 20_000;

/** How long an idempotency claim is kept, in milliseconds. Clients retry for hours at most; the promise is a day. */
export const CLAIM_KEPT_MS = 48 * 60 * 60 * 1000;

/** Claims looked at for old ones each time a workspace tidies: they have no order in time, which would cost every command a page. */
export const CLAIMS_LOOKED_AT = 20_000;

/** Most outbox messages sent in one go. Audit rows are half a kilobyte each and go in one statement; when that fails, one by one. */
export const OUTBOX_BATCH = 400;

/** First wait before an outbox message is sent again, in milliseconds; it doubles with each attempt. */
export const OUTBOX_BACKOFF_MS = 5_000;

/** Longest wait between two attempts of an outbox message, in milliseconds. */
export const OUTBOX_BACKOFF_MAX_MS = 15 * 60 * 1000;

/** Releases of a site that can be restored. Older ones are forgotten, with the pages only they showed. */
export const RELEASES_KEPT = 50;

/** Pages a publication renders at once and commits with its answer. Above it, it goes on in steps. */
export const PUBLISH_INLINE_PAGES = 100;

/** Pages of one step of a long publication: about 1 MB of HTML, and 100 ms during which nobody else is served. */
export const PUBLISH_STEP_PAGES = 100;

/** HTML after which a step ends early, in bytes, whatever its pages: a step must stay well inside the 128 MB of an object. */
export const PUBLISH_STEP_BYTES = 8 * 1024 * 1024;

/** Pages read from the database at once during a publication; each may be as large as DOCUMENT_MAX_BYTES. */
export const PUBLISH_READ_PAGES = 10;

/** Longest run of steps in one alarm, in milliseconds of wall clock; the platform allows 30 s of CPU. */
export const PUBLISH_TURN_MS = 5_000;

/** Longest rendered page in bytes. A row of the database may hold 2 MB, and a character may take three bytes. */
export const PAGE_HTML_MAX_BYTES = 1_000_000;

/** Longest part a large generated file is stored in, in characters: each takes up to three bytes, and a row holds 2 MB. */
export const FILE_PART_MAX_CHARS = 500_000;

/** Most problems a refused publication lists; the rest are counted. */
export const ISSUES_LISTED = 50;

/** Longest name of a contribution, variant, slot or token in characters; names become CSS classes and addresses. */
export const NAME_MAX_CHARS = 40;

/** Longest plugin id in characters, publisher and dot included; ids become storage keys and parts of addresses. */
export const PLUGIN_ID_MAX_CHARS = 80;

/** Longest version or range in characters. Real ones have about 10; the semver grammar is parsed by regex. */
export const VERSION_MAX_CHARS = 64;

/** Longest label an author gives in characters; it has to fit a menu of the editor. */
export const LABEL_MAX_CHARS = 80;

/** Longest explanation an author gives in characters; two sentences beside a field. */
export const EXPLANATION_MAX_CHARS = 500;

/** Most contributions of one plugin to one contribution point. The largest first-party plugin has about 10. */
export const CONTRIBUTIONS_MAX = 100;

/** Most variants of one section; more cannot be told apart in a menu. */
export const VARIANTS_MAX = 20;

/** Most slots of one section. */
export const SLOTS_MAX = 12;

/** Most sections an author may let into one slot. */
export const SLOT_MAX_SECTIONS = 50;

/** Most presets of one section. */
export const PRESETS_MAX = 20;

/** Most queries of one template; each is a pass over the index of the site's pages. */
export const QUERIES_MAX = 10;

/** Most results of a query whose template shows up in a page, in pages. Longer lists need several pages anyway. */
export const SECTION_QUERY_MAX_RESULTS = 1_000;

/** Most results of a query whose template makes a file, in pages. A sitemap may list 50,000 addresses. */
export const FILE_QUERY_MAX_RESULTS = 50_000;

/** Most origins one section may embed, or hosts one plugin may call; an owner has to read them all. */
export const HOSTS_MAX = 20;

/** Longest path of a file in a package in characters. */
export const FILE_PATH_MAX_CHARS = 200;

/** Most files of one package. */
export const PACKAGE_MAX_FILES = 300;

/** Most bytes of all files of one package. A cold start takes 11 ms at 100 KB and 113 ms at 1 MB. */
export const PACKAGE_MAX_BYTES = 1024 * 1024;

/** Size of an executable package above which its author is advised to make it smaller, in bytes: an isolate of it starts in 11 ms at 100 KB and in 113 ms at 1 MB. */
export const PACKAGE_ADVISED_BYTES = 256 * 1024;

/** Longest template or style sheet in bytes; each is parsed at every start. A real one has 1-10 kB. */
export const TEMPLATE_MAX_BYTES = 128 * 1024;

/** Most bytes a plugin may ask to store for one site. */
export const STORAGE_MAX_BYTES = 64 * 1024 * 1024;

/** Most keys a plugin may ask to store for one site. */
export const STORAGE_MAX_KEYS = 100_000;

/** Most processor time one call may ask for in milliseconds; a visitor's request waits for it. */
export const CALL_MAX_CPU_MS = 1_000;

/** Longest one call may ask to run in milliseconds; publishing waits for it. */
export const CALL_MAX_WALL_MS = 30_000;

/** Most bridge calls and requests one call may ask for. */
export const CALL_MAX_SUBREQUESTS = 50;

/** Shortest and longest time between two scheduled runs in minutes: one quarter of an hour, one week. */
export const SCHEDULE_MIN_MINUTES = 15;
export const SCHEDULE_MAX_MINUTES = 7 * 24 * 60;

/** Longest time submissions of a form are kept in days; they are personal content. */
export const RETENTION_MAX_DAYS = 3_650;

/** Largest file a media contribution may accept in bytes. */
export const MEDIA_MAX_BYTES = 100 * 1024 * 1024;

/** Longest hostname in characters, as DNS has it. */
export const HOSTNAME_MAX_CHARS = 253;

/** Longest label of a hostname in characters, as DNS has it. */
export const HOSTNAME_LABEL_MAX_CHARS = 63;

/** Most hostnames a site worker keeps in memory, and as many unknown ones apart, so that a flood cannot push tenants out. */
export const HOST_MAP_MAX_ENTRIES = 1_000;

/** How long a known hostname is believed without asking the database, in milliseconds. A suspension waits this long at most. */
export const HOST_KNOWN_MS = 10_000;

/** How long an unknown hostname is believed unknown, in milliseconds. Somebody who has just been provisioned is looking. */
export const HOST_UNKNOWN_MS = 3_000;

/** How long requests wait on one another's lookup of a hostname, in milliseconds; after that each asks for itself. */
export const HOST_LOOKUP_SHARED_MS = 1_000;

/** Longest name of a media file in characters. */
export const MEDIA_NAME_MAX_CHARS = 120;

/** Largest media file kept in the page cache, in bytes: the copy waits in memory while a slow visitor reads. */
export const MEDIA_CACHED_MAX_BYTES = 8 * 1024 * 1024;

/** How long shared caches keep media, in seconds. Browsers keep it for good; a suspended tenant must vanish from the edge. */
export const MEDIA_SHARED_SECONDS = 30;

/** Most pixels of a picture. A browser decodes four bytes for each: 64 million are 256 MB, and the largest of common cameras. */
export const MEDIA_MAX_PIXELS = 64_000_000;

/** Longest part of a media file that is read as a whole to find its size, in bytes. Such parts are mostly under 1 kB. */
export const MEDIA_HEADER_MAX_BYTES = 64 * 1024;

/** Last bytes of a media file in which the end of an archive is looked for: the most generous of common programs look at as many. */
export const ZIP_TAIL_BYTES = 66_000;

/** Most questions one media file is asked while it is read, each about a microsecond. A film of an hour has some thousand parts. */
export const MEDIA_MAX_QUESTIONS = 250_000;

/** Most media files of one site. A list of them is paged; the bound keeps a script from filling the workspace. */
export const MEDIA_MAX_FILES = 50_000;

/** How long one upload may take, in milliseconds. What it has stored is removed after that. */
export const MEDIA_UPLOAD_MS = 24 * 60 * 60 * 1000;

/** Bytes of one stored part of an upload whose length nobody knows, and most such parts. One is in memory at a time, of an isolate's 128 MB; a file of MEDIA_MAX_BYTES is stored and read with few calls. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;
export const UPLOAD_PARTS_MAX = Math.ceil(MEDIA_MAX_BYTES / UPLOAD_PART_BYTES);

/** Most uploads one workspace has begun and not ended. Each may hold a file of MEDIA_MAX_BYTES in storage. */
export const MEDIA_UPLOADS_OPEN = 200;

/** Largest form of the editor without files, in bytes, and its fields: a description has at most a few thousand characters. */
export const EDITOR_FORM_MAX_BYTES = 64 * 1024;
export const EDITOR_FIELDS_MAX = 60;
export const EDITOR_FIELD_NAME_MAX_CHARS = 40;

/** Largest script or style sheet of the editor, in bytes before compression: it is in the site worker, and waited for by editors. */
export const EDITOR_ASSET_MAX_BYTES = 32 * 1024;

/** Largest script of pages with a form, in bytes before compression: every visitor of one loads it. */
export const FORM_SCRIPT_MAX_BYTES = 4 * 1024;

/** Largest form with files that a browser without a script sends to the editor, in bytes: as much as the platform lets through by default. Each file of it is stored while it comes. */
export const EDITOR_UPLOAD_MAX_BYTES = 100 * 1024 * 1024;

/** Longest it may take to arrive, in milliseconds: that is a quarter of a megabit a second. */
export const EDITOR_RECEIVE_MS = 60 * 60 * 1000;

/** Lists of pictures named in one answer, beside those of its last page: as many as somebody looks through. */
export const GALLERIES_LISTED = 100;

/** Places listed where a file is used; the rest are counted. */
export const MEDIA_USES_LISTED = 100;

/** Longest preview of a picture, in characters: 16 pixels wide, as text. Larger ones are not kept. */
export const MEDIA_PREVIEW_MAX_CHARS = 2_000;

/** Side of the square a preview fits into, in pixels. It is shown blurred. */
export const MEDIA_PREVIEW_SIDE = 16;

/** Files removed from storage in one turn of a workspace's alarm. */
export const MEDIA_SWEEP_BATCH = 100;

/** Largest media file a plugin reads, in bytes: what one answer over a lease carries in base64. */
export const MEDIA_READ_MAX_BYTES = 512 * 1024;

/** How long a redirect to the canonical spelling of an address is kept, in seconds: a page may appear under the other one. */
export const SPELLING_REDIRECT_SECONDS = 300;

/** When to come back after a failure on our side, in seconds. */
export const FAILURE_RETRY_SECONDS = 10;

/** When to come back to a suspended site, in seconds. */
export const SUSPENDED_RETRY_SECONDS = 3_600;

/** Shortest provisioning secret that is accepted, in characters. An unset or careless one must not open the door. */
export const PROVISIONING_SECRET_MIN_CHARS = 32;

/** Largest provisioning request in bytes. A site of 1,000 pages is about 3 MB; parsing takes about four times the size in memory. */
export const PROVISION_MAX_BYTES = 8 * 1024 * 1024;

/** Most identities in one provisioning request; others are invited afterwards. */
export const PROVISION_MAX_IDENTITIES = 50;

/** Most plugin ids in one provisioning request. */
export const PROVISION_MAX_PLUGINS = 200;

/** Longest id of a tenant or site in characters: it becomes part of storage keys and resource names. */
export const TENANT_ID_MAX_CHARS = 63;

/** Longest issuer of an identity in characters; it is a URL. */
export const ISSUER_MAX_CHARS = 512;

/** Longest subject of an identity in characters, as OpenID Connect has it. */
export const SUBJECT_MAX_CHARS = 255;

/** Longest id of an operational record in characters. */
export const RECORD_ID_MAX_CHARS = 200;

/** Dead letters in one page of the list. */
export const DEAD_LETTERS_PAGE = 50;

/** Tenants in one page of the status. Each is a call to its workspace, and a request may make a bounded number of them. */
export const STATUS_PAGE = 20;

/** Workspaces asked for their status at once. */
export const STATUS_CONCURRENCY = 5;

/** Longest a shared cache may serve a page after a publication it did not hear of, in seconds. */
export const PUBLIC_STALE_SECONDS = 30;

/** Most schemas one JSON Schema of an author may hold once its references are replaced; stops doubling references. */
export const SCHEMA_MAX_NODES = 1_000;

/** Deepest nesting of schemas in an author's JSON Schema; an editor cannot show more. */
export const SCHEMA_MAX_DEPTH = 12;

/** Most that the defaults of one JSON Schema may add to one value, in characters of JSON: a long text of an author, many times. */
export const DEFAULTS_MAX_CHARS = 64 * 1024;

/** Longest pattern of an author in characters. */
export const PATTERN_MAX_CHARS = 200;

/** Most ways the bounded repetitions of one pattern can split a text; keeps a match linear in the text. */
export const PATTERN_MAX_WAYS = 100;

/** Most values of one enumeration; a menu with more cannot be used. */
export const ENUM_MAX_VALUES = 200;

/** Longest plain text in characters: a line, not an article. */
export const PLAIN_TEXT_MAX_CHARS = 300;

/** Longest Markdown of one field in characters; about 8,000 words. */
export const MARKDOWN_MAX_CHARS = 50_000;

/** Longest link in characters; what every browser takes. */
export const LINK_MAX_CHARS = 2_048;

/** Largest side of a picture in pixels. */
export const IMAGE_MAX_SIDE = 20_000;

/** Most issues in one answer; each is quoted text, and nobody reads more. */
export const ISSUES_MAX = 50;

/** Pages whose Markdown is carried to the public store in one turn. The platform allows 1,000 such calls in one. */
export const PUBLIC_REFRESH_PAGES = 200;

/** How long replaced public content stays readable, in milliseconds: the store's readers may lag by a minute or more. */
export const PUBLIC_GARBAGE_KEPT_MS = 60 * 60 * 1000;

/** Most changed paths purged from the page cache after one publication; beyond it pages age out within PUBLIC_STALE_SECONDS. */
export const PURGE_MAX_PATHS = 200;

/** Most addresses purged in one turn. With the pages, garbage and names of that turn they are fewer than the 1,000 calls the platform allows. */
export const PURGE_MAX_KEYS = 500;

/** Size after which the public index of a site goes on in another value, in bytes. The store takes 25 MB, a reader has 128 MB. */
export const PUBLIC_INDEX_PART_BYTES = 4 * 1024 * 1024;

/** Most documents written by one command. */
export const WRITES_PER_COMMAND = 500;

/** Deepest nesting of blocks in a template. Parsing and rendering recurse once for each. */
export const TEMPLATE_MAX_DEPTH = 32;

/** Most brackets open at once in a style sheet. Reading recurses once for each; the deepest of ours has 6. */
export const STYLE_MAX_DEPTH = 32;

/** Most pieces (texts, outputs, tags) one section, layout or fragment may render, about 20 ms. A list of 100 articles is 2,000. */
export const SECTION_MAX_STEPS = 20_000;

/** Most characters one section, layout or fragment may read and write while it renders; each filter reads its input anew. */
export const SECTION_MAX_WORK_CHARS = 4_000_000;

/** Most pieces all sections of a page may render together: ten greedy ones must not cost ten times as much. */
export const PAGE_MAX_STEPS = 100_000;

/** Most characters all sections of a page may read and write together. */
export const PAGE_MAX_WORK_CHARS = 20_000_000;

/** Most pieces a file such as a sitemap may render: 50,000 addresses of 12 pieces and more. */
export const FILE_MAX_STEPS = 1_000_000;

/** Most characters a file may read and write while it renders. */
export const FILE_MAX_WORK_CHARS = 64_000_000;

/** Largest number at either end of a Liquid range. Above 2^53 counting up by one stands still and never ends. */
export const RANGE_MAX = 1_000_000;

/** Deepest nesting of Markdown blocks and of emphasis. Quotes in lists in quotes are 3. */
export const MARKDOWN_MAX_DEPTH = 20;

/** Deeper than this a parser of Markdown stops looking, so nobody can say what lies there. */
export const MARKDOWN_SEEN_MAX_DEPTH = 90;

/** Longest Markdown that is parsed to find HTML and links in it, in characters: 0.2 s at worst, and four times that for twice as much. */
export const MARKDOWN_PARSED_MAX_CHARS = 100_000;

/** Turns one queue message may take to carry a publication, each of PUBLIC_REFRESH_PAGES pages. */
export const REFRESH_TURNS_PER_MESSAGE = 20;

/** Longest dead letter kept word for word, in characters of JSON. */
export const DEAD_LETTER_MAX_CHARS = 16_384;

/** Most operations of one change of structure. A drag is one; reordering a whole long page is about forty. */
export const STRUCTURE_MAX_OPERATIONS = 100;

/** Most redirects a visitor may be led through before a page. Crawlers give up after ten, browsers after twenty. */
export const REDIRECT_MAX_HOPS = 10;

/** How far ahead a publication may be scheduled, in milliseconds: a year, whether or not it has a 29th of February. */
export const SCHEDULE_AHEAD_MAX_MS = 366 * 24 * 60 * 60 * 1000;

/** Most publications of one site waiting for their time. Each is compared with the draft when the list is shown. */
export const SCHEDULES_WAITING_MAX = 50;

/** Schedules of a site that are over and still listed; older ones are forgotten. */
export const SCHEDULES_KEPT = 100;

/** Times a scheduled publication is tried when it breaks off for no reason of its own. Then it is marked as failed. */
export const SCHEDULE_ATTEMPTS_MAX = 5;

/** First wait before a scheduled publication that broke off is tried again, in milliseconds; it doubles each time. */
export const SCHEDULE_RETRY_MS = 5_000;

/** Rows of one page of a list when the caller names no number, and the most it may name. */
export const LIST_ROWS = 50;
export const LIST_MAX_ROWS = 200;

/** Most pages described one by one when the draft is compared with what is published; the rest are counted. */
export const CHANGES_LISTED = 500;

/** Most changed documents named in the reason why a scheduled publication failed; the rest are counted. */
export const SCHEDULE_REASONS_LISTED = 20;

/** How long a login lasts, in milliseconds: a working day and its evening, so that nobody is asked twice a day. */
export const LOGIN_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** How long a login may go unused before it is over, in milliseconds: longer than lunch, shorter than a night in a train. */
export const LOGIN_IDLE_MS = 2 * 60 * 60 * 1000;

/** How exactly it is known when a login was last used, in milliseconds. More exactly would be more writes. */
export const LOGIN_SEEN_MS = 5 * 60 * 1000;

/** Rows in audit about logins of one kind, at one site and of one member (or of visitors together) in LOGIN_AUDIT_WINDOW_MS; more go to the log only. */
export const LOGIN_AUDIT_ROWS = 60;
export const LOGIN_AUDIT_WINDOW_MS = 60 * 60 * 1000;

/** How long somebody may take at the identity provider, in milliseconds. Includes finding a second factor. */
/** How long a browser keeps the words a member looks for. */
export const SEARCH_KEPT_MS = 60 * 60 * 1000;
export const LOGIN_ATTEMPT_MS = 10 * 60 * 1000;

/** How long an isolate believes a login and its role without asking the database, in milliseconds. A revocation waits this long at most. */
export const LOGIN_KNOWN_MS = 5_000;

/** Most logins an isolate remembers. */
export const LOGINS_KNOWN_MAX = 1_000;

/** Longest signed cookie that is looked at, in characters. Ours are about 300. */
export const LOGIN_TOKEN_MAX_CHARS = 1_024;

/** Shortest secret that logins are signed with, in characters. HS256 is as strong as its key. */
export const SESSION_SECRET_MIN_CHARS = 32;

/** Longest address to return to after logging in, in characters, with its query. */
export const RETURN_PATH_MAX_CHARS = 2_048;

/** Longest query string an identity provider may send a browser back with, in characters. Codes are 20 to 1,000. */
export const CALLBACK_QUERY_MAX_CHARS = 4_096;

/** Longest wait for an answer of the identity provider, in milliseconds. A login makes up to four such requests. */
export const PROVIDER_TIMEOUT_MS = 5_000;

/** Largest answer of the identity provider in bytes. Metadata are about 5 kB, keys 10 kB. */
export const PROVIDER_ANSWER_MAX_BYTES = 256 * 1024;

/** How long metadata of the identity provider are believed, in milliseconds. */
export const PROVIDER_METADATA_KEPT_MS = 60 * 60 * 1000;

/** Logins one network address may begin, and as many it may come back with, in LOGIN_WINDOW_SECONDS. An office shares one address. */
export const LOGIN_STARTS = 30;
export const LOGIN_CALLBACKS = 30;
export const LOGIN_WINDOW_SECONDS = 60;

/** Most network addresses an isolate remembers as over their limit, so that a flood of them does not reach the database. */
export const LIMITED_CLIENTS_MAX = 1_000;

/** Rows of logins, attempts or limits that are over and removed beside each new one: more than come in, so they never pile up. */
export const LOGIN_SWEEP_ROWS = 20;

/** How long the code that carries a login to a program can be exchanged, in milliseconds: the program is waiting for it. */
export const LOGIN_CODE_MS = 60_000;

/** Lowest port of a program that waits for a login. Below are services of the system, none of which asked. */
export const LOOPBACK_MIN_PORT = 1_024;

/** Largest body with which a login for a program is allowed or fetched, in bytes. Ours are about 150. */
export const LOGIN_CODE_BODY_MAX_BYTES = 512;

/** How long a local handoff can be taken, in milliseconds: a program takes it, not a person. */
export const HANDOFF_MS = 60_000;

/** Most local handoffs waiting to be taken. They are kept in memory. */
export const HANDOFFS_MAX = 20;

/** Changes one member may make in WRITES_WINDOW_SECONDS: somebody who types causes one a second, a script pastes a page in ten. */
export const WRITES_PER_WINDOW = 300;
export const WRITES_WINDOW_SECONDS = 60;

/** Subjects of whose limits a workspace remembers what its database holds: twice the members a site may have. */
export const RATE_SUBJECTS_KNOWN = 1_000;

/** Invitations and requests for hostnames of one member in INVITATIONS_WINDOW_SECONDS. A whole department is invited at once, and then nobody for months. */
export const INVITATIONS_PER_WINDOW = 30;
export const INVITATIONS_WINDOW_SECONDS = 60 * 60;

/** Shortest and longest idempotency key in characters. A shorter one would meet its like; a UUID has 36. */
export const IDEMPOTENCY_KEY_MIN_CHARS = 8;
export const IDEMPOTENCY_KEY_MAX_CHARS = 128;

/** Largest request that changes one piece of a page, in bytes: the longest Markdown four times over. */
export const PIECE_MAX_BYTES = 256 * 1024;

/** Largest document, and largest request with one, in bytes: a page of 200 sections, or 2,000 redirects. A row of the database may hold 2 MB. */
export const DOCUMENT_MAX_BYTES = 1024 * 1024;

/**
 * Longest a body that is held whole may take to arrive, and longest one that is passed on while it comes may keep anybody
 * waiting for its next 32 KB, in milliseconds: 1 KB a second, and for the largest document half a megabit.
 */
export const BODY_TIMEOUT_MS = 30_000;

/** Largest request about people, hostnames, moments or releases, in bytes: a few names. */
export const SMALL_BODY_MAX_BYTES = 16 * 1024;

/** Most members of one site. */
export const MEMBERS_MAX = 500;

/** Most hostnames of one site, those included that are asked for and not verified. */
export const DOMAINS_MAX = 20;

/** How long a request for a hostname waits for the operator's verification, in milliseconds; then it is gone. */
export const DOMAIN_PENDING_MS = 7 * 24 * 60 * 60 * 1000;

/** Requests for hostnames that ran out and are removed beside each new one: more than come in. */
export const DOMAIN_REQUESTS_SWEPT = 20;

/** Reads of the API by one member of a site in READS_WINDOW_SECONDS, in one isolate: an editor that opens page after page, and far from a crawl. */
export const READS_PER_WINDOW = 1_200;
export const READS_WINDOW_SECONDS = 60;

/** Members whose reads an isolate counts at the same time. */
export const READ_SUBJECTS_KNOWN = 10_000;

/** Exports and files of visitors that one member downloads in EXPORTS_WINDOW_SECONDS. */
export const EXPORTS_PER_WINDOW = 120;
export const EXPORTS_WINDOW_SECONDS = 3_600;

/** Refused commands of one member of a site that leave an audit row in REFUSALS_AUDITED_MS. */
export const REFUSALS_AUDITED = 60;
export const REFUSALS_AUDITED_MS = 3_600_000;

/** Wrong bearers of operators from one network address in OPERATOR_BEARERS_WINDOW_SECONDS; as many leave a record. */
export const OPERATOR_BEARERS_REFUSED = 20;
export const OPERATOR_BEARERS_WINDOW_SECONDS = 600;

/** Longest life of an operator's token, in days. */
export const OPERATOR_TOKEN_MAX_DAYS = 365;

/** Most operators' tokens there ever are; revoked ones count, because their names stay theirs. */
export const OPERATOR_TOKENS_MAX = 200;

/** How exactly a token's last use is known, in milliseconds. */
export const OPERATOR_TOKEN_USED_MS = 60_000;

/** Security events that are kept for operators, and for how long, in milliseconds. */
export const SECURITY_EVENTS_KEPT = 10_000;
export const SECURITY_EVENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Security events that are over and removed beside each new one: more than come in. */
export const SECURITY_EVENTS_SWEPT = 20;

/** Lines an isolate writes to its log for one kind of security event in SECURITY_LINES_WINDOW_SECONDS; the rest is counted. */
export const SECURITY_LINES_PER_WINDOW = 60;
export const SECURITY_LINES_WINDOW_SECONDS = 60;

/** Provisionings or hostnames in one page of an operator's list. */
export const OPERATOR_LIST_PAGE = 50;

/** How often a control-plane command is tried again when others keep changing what it builds on. */
export const CONTROL_ATTEMPTS = 4;

/** Claims that are over and removed beside each new one of the control plane: more than come in, so they never pile up. */
export const CLAIMS_SWEPT = 20;

/** Longest name of an actor one can ask audit for, in characters. A member's is 71. */
export const AUDIT_ACTOR_MAX_CHARS = 200;

/** Breaks in a row after which a publication in steps is given up. */
export const PUBLISH_STEP_ATTEMPTS = 5;

/** How long an audit row waits for others before they are delivered together, in milliseconds: who edits causes several in that time. */
export const AUDIT_GATHER_MS = 1_000;

/** Text of fields that one set of plugins is known to accept, in characters: twice as much is kept. Two hundred pages of a busy site. */
export const GOOD_FIELDS_MAX_CHARS = 512 * 1024;

/** How often a workspace throws away what it needs no longer, in milliseconds. All of it is bounded by days or by counts. */
export const TIDY_EVERY_MS = 60_000;

/** Wait of a workspace's alarm after one of its chores broke, in milliseconds. */
export const CHORE_RETRY_MS = 5_000;

/** Releases beyond RELEASES_KEPT that come together before they are forgotten. */
export const RELEASES_SLACK = 10;

/** Versions of one document an editor can go back to, beside those that kept releases show. */
export const REVISIONS_KEPT = 100;

/** Longest argument and longest answer of one call over a lease, in characters of JSON. Half a megabyte of file is 700,000 in base64. */
export const LEASE_ARGUMENT_MAX_CHARS = 256 * 1024;
export const LEASE_ANSWER_MAX_CHARS = 1024 * 1024;

/** Most characters one lease carries in both directions together; it bounds what a call costs its lender in memory. */
export const LEASE_MAX_CHARS = 4 * 1024 * 1024;

/** Calls of one lease under way at once. The platform opens six connections at a time for one request. */
export const LEASE_MAX_CONCURRENT = 6;

/** Calls one lease answers unless the manifest asks for another number. */
export const LEASE_CALLS = 20;

/** Longest key of a plugin's storage in characters. */
export const STORAGE_KEY_MAX_CHARS = 200;

/** Longest stored value in characters of JSON: the row is read whole for one character of it. */
export const STORAGE_VALUE_MAX_CHARS = 64 * 1024;

/** Most keys of one storage call. A bridge call costs as much as reading a hundred rows. */
export const STORAGE_BATCH_MAX = 100;

/** Most documents of one content call; a page has up to a megabyte. */
export const CONTENT_BATCH_MAX = 20;

/** Most pages one content query lists. */
export const CONTENT_QUERY_MAX_RESULTS = 100;

/**
 * Largest body a plugin sends, and receives after decompression, in bytes. What it sends has room for the longest submission
 * of a form as JSON, which is twice as long when it is all quotes, and as base64 fits into one argument of a lease.
 */
export const HTTP_REQUEST_MAX_BYTES = 160 * 1024;
export const HTTP_RESPONSE_MAX_BYTES = 512 * 1024;

/** Most headers of one request or answer of a plugin, and the longest value in characters. */
export const HTTP_HEADERS_MAX = 20;
export const HTTP_HEADER_MAX_CHARS = 1_024;

/** Redirects one request of a plugin may be led through. */
export const HTTP_REDIRECTS_MAX = 5;

/** Longest one request of a plugin takes with all its redirects and its body, in milliseconds. */
export const HTTP_TIMEOUT_MS = 10_000;

/** Most media files one call lists. */
export const MEDIA_BATCH_MAX = 50;

/** Lines a plugin may write in one call, the longest in characters, and calls to carry them. */
export const CONSOLE_MAX_LINES = 100;
export const CONSOLE_LINE_MAX_CHARS = 1_000;
export const CONSOLE_MAX_CALLS = 10;

/** What one call of a plugin may use when its manifest does not say, in milliseconds. */
export const CALL_CPU_MS = 50;
export const CALL_WALL_MS = 2_000;

/** Longest input of a call and longest result, in characters of JSON. */
export const CALL_INPUT_MAX_CHARS = 512 * 1024;
export const CALL_RESULT_MAX_CHARS = 256 * 1024;

/** Longest message of a plugin's error that is kept, in characters once escaped. */
export const PLUGIN_MESSAGE_MAX_CHARS = 300;

/** Plugins under way at once for one caller: the platform allows four dynamic workers for one request. */
export const CALLS_IN_FLIGHT = 4;

/** Most calls handed over together. */
export const CALLS_PER_BATCH = 50;

/** Largest guest in bytes: it is compiled at every cold start of every plugin, about 0.1 ms a kilobyte. */
export const GUEST_MAX_BYTES = 64 * 1024;

/** Most reasons a plugin gives for refusing a publication; an editor reads them all. */
export const VETO_MAX_REASONS = 10;

/** Longest package document in bytes: the largest manifest and files, in base64 and with the escapes of JSON. */
export const PACKAGE_DOCUMENT_MAX_BYTES = 2 * 1024 * 1024;

/** Most signatures of one package. An author, a reviewer and a rotation are four; each costs a verification. */
export const SIGNATURES_MAX = 8;

/** Longest protected header of a signature in characters. Ours have about 140. */
export const PROTECTED_HEADER_MAX_CHARS = 512;

/** Most keys of one keyring. */
export const TRUST_KEYS_MAX = 100;

/** Longest keyring in bytes. A key has about 200; the platform's variables are smaller still. */
export const TRUST_KEYS_MAX_BYTES = 64 * 1024;

/** Most publishers and plugins one key may be limited to. */
export const KEY_SCOPES_MAX = 50;

/** Bytes of packages whose verification is remembered. An object has 128 MB, and a site about 20 plugins of 20 kB. */
export const VERIFIED_KEPT_MAX_BYTES = 8 * 1024 * 1024;

/** Isolates a sandbox keeps. Each takes 4.3 MB, measured: together less than a machine's watchdog lets the process have. */
export const ISOLATES_LOADED_MAX = 200;

/** Names of isolates a sandbox remembers the current attempt of: more than it keeps isolates, so that one that is forgotten is there no more. */
export const ATTEMPTS_REMEMBERED = 1_000;

/** Places of calls a sandbox remembers to have read, about half a kilobyte each: more than the isolates it keeps, so that a plugin that is called is among them. */
export const PLACES_REMEMBERED = 1_000;

/** Milliseconds a workspace believes what it was told of the loader. A deployment changes it, nothing else does. */
export const LOADER_KNOWN_MS = 30_000;

/**
 * Longest wait for the sandbox's word on its loader, in milliseconds: a cold start of its worker, as `CALL_GRACE_MS`. Whoever
 * asks a workspace that has just woken waits for it.
 */
export const LOADER_ANSWER_MS = 2_000;

/** Milliseconds a workspace believes a sandbox to be silent before it asks again: a standstill of one machine is over sooner. */
export const LOADER_SILENT_MS = 5_000;

/** Most packages one site has installed. */
export const PLUGINS_INSTALLED_MAX = 50;

/** Bytes of packages of all sites of a workspace. The object holds them verified, and has 128 MB for everything. */
export const PACKAGES_MAX_BYTES = 16 * 1024 * 1024;

/** Largest settings of one plugin in bytes, secrets included. They go to the plugin with every call. */
export const PLUGIN_SETTINGS_MAX_BYTES = 32 * 1024;

/** Shortest secret that settings are sealed with, in characters: 32 random bytes in base64url have 43. */
export const SETTINGS_SECRET_MIN_CHARS = 32;

/** Pages one call of a data provider is for. A plugin may then ask twice for each within LEASE_CALLS. */
export const DATA_BATCH_PAGES = 10;

/** Input after which a call of a data provider takes no further page, in characters of JSON: half of what a call takes. */
export const DATA_BATCH_MAX_CHARS = 256 * 1024;

/** Longest data of one section, and of all sections of a page from one provider, in characters of JSON. A row holds 2 MB. */
export const DATA_SECTION_MAX_CHARS = 32 * 1024;
export const DATA_PAGE_MAX_CHARS = 256 * 1024;

/** Documents and queries remembered as what data was made of. Above it, any change of the site's content counts. */
export const DATA_READS_MAX = 400;

/** Pages whose provider failed that each publication asks again for, beside those it renders anyway. */
export const DATA_RETRIED_PAGES = 20;

/** Time spent on data after which a publication goes on in steps, and a step ends, in milliseconds: an editor waits for the answer. */
export const DATA_TURN_MS = 5_000;

/** How long a preview keeps what a provider answered for it, in milliseconds: somebody who types reloads every few seconds. */
export const DATA_PREVIEW_MS = 10_000;

/** Answers kept for previews. */
export const DATA_PREVIEWS_KEPT = 200;

/** Times a publication is prepared when plugins come or go meanwhile. */
export const PUBLISH_ATTEMPTS = 3;

/** Most notices of one publication. Each names a plugin. */
export const NOTICES_MAX = 20;

/** Most pages a plugin is told of one by one before a publication; the rest are counted. */
export const PUBLISH_SUMMARY_PAGES = 100;

/** Most plugins whose reasons a refused publication lists. */
export const VETOES_LISTED = 20;

/** Times a scheduled publication is tried when a plugin that has to be asked does not answer. */
export const SCHEDULE_UNANSWERED_ATTEMPTS = 3;

/** Calls of plugin code under way at once for one workspace: the platform allows ten dynamic workers for one object. */
export const CALLS_AT_ONCE_PER_WORKSPACE = 10;

/** Calls of one plugin under way at once, so that a slow one leaves room for the others. */
export const CALLS_AT_ONCE_PER_PLUGIN = 4;

/** Calls of one plugin that wait for their turn; more are refused. At a tenth of a second each, the last waits half a second. */
export const CALLS_WAITING_PER_PLUGIN = 20;

/** How much longer than the plugin the sandbox may take for a call, in milliseconds: reading a package and a cold start. */
export const CALL_GRACE_MS = 2_000;

/** Records kept of the calls of one plugin in one site. */
export const INVOCATIONS_KEPT = 100;

/** Failures in a row after which a plugin is taken out of its site. */
export const FAILURES_TO_QUARANTINE = 5;

/**
 * Age of an unfinished call, in milliseconds, from which it may be what stalled the machine it ran on. A watchdog waits two
 * seconds before it ends a process; a deployment that ends one is over sooner.
 */
export const STALLED_AFTER_MS = 1_500;

/**
 * On one machine: processor time one plugin may be seen to compute in a window while its thread serves nobody, both in
 * milliseconds. A sixth of the window is far more than plugins that keep to their `limits` come to, and slows everybody.
 */
export const COMPUTING_MAX_MS = 5_000;
export const COMPUTING_WINDOW_MS = 30_000;

/** Processor time for nobody after which the watchdog looks whose it is, in milliseconds: looking costs about 5 ms a plugin. */
export const COMPUTING_SEEK_MS = 250;

/** How long a plugin must be seen to compute to be named as what a process was ended for, in milliseconds of processor time. */
export const CULPRIT_SEEN_MS = 250;

/** On one machine: memory of one plugin's isolate from which it may be what filled its process, in bytes. The platform ends one at this size. */
export const PLUGIN_MEMORY_MAX_BYTES = 128 * 1024 * 1024;

/** Runs of the process of one machine whose end is remembered. A workspace nobody visited meanwhile learns nothing of older ones. */
export const RUNS_KEPT = 100;

/** Largest answer about them in bytes: each has about 60, and 330 with a plugin of the longest names. */
export const RUNS_MAX_BYTES = 64 * 1024;

/** Longest wait for that answer in milliseconds. It comes from the same machine; a workspace that wakes waits for it. */
export const RUNS_ANSWER_MS = 1_000;

/**
 * Calls of one hook one plugin is owed in one site; the oldest are forgotten. A plugin that is out for an hour of busy editing
 * is owed about as many. Each hook for itself: strangers send forms, and must not make a publication be forgotten.
 */
export const JOBS_WAITING_PER_HOOK = 50;

/** Hooks called in one turn of the alarm, each of another plugin. */
export const JOBS_AT_ONCE = 8;

/** First wait before a hook is called again, in milliseconds, how much longer each further wait is, and the longest. */
export const JOB_BACKOFF_MS = 10_000;
export const JOB_BACKOFF_FACTOR = 4;
export const JOB_BACKOFF_MAX_MS = 11 * 60 * 1000;

/** How long a hook is owed to a plugin that does not take part, in milliseconds. After a day nobody waits for it. */
export const JOB_KEPT_MS = 24 * 60 * 60 * 1000;

/** Longest an alarm waits for hooks it called, in milliseconds, and when it looks again while some are still running. */
export const JOB_TURN_MS = 5_000;
export const JOB_LOOK_AGAIN_MS = 5_000;

/** Most a plugin is told beside its input, in characters of JSON: its settings, of which escapes can double the length. */
export const CALL_ABOUT_MAX_CHARS = 72 * 1024;

/** Most tokens of one answer to an agent: the most careful clients cut at 25,000, whatever the answer was worth. */
export const ANSWER_MAX_TOKENS = 20_000;

/** Bytes of UTF-8 counted as one token. Plain English has more than four, other scripts three for a character and token. */
export const BYTES_PER_TOKEN = 3;

/** Most pages, hits or forms in one answer, and how many without being asked for a number. */
export const LIST_ITEMS_MAX = 100;
export const LIST_ITEMS_DEFAULT = 50;
export const SEARCH_HITS_DEFAULT = 10;

/** Characters of a page's text in one answer: the least and most that can be asked for, and what is given without asking. */
export const READ_MIN_CHARS = 500;
export const READ_MAX_CHARS = 20_000;
export const READ_DEFAULT_CHARS = 12_000;

/** Different words of one page that search knows: a text of 150 pages of a book has about as many. */
export const SEARCH_PAGE_MAX_WORDS = 8_000;

/** Marks on one letter that search looks at. Putting them in order costs the square of their number; Unicode (UAX 15) has no text with more in mind. */
export const SEARCH_MARKS_MAX = 30;

/** Characters of a word that search tells apart. Longer ones are addresses and codes. */
export const SEARCH_WORD_MAX_CHARS = 40;

/**
 * Pages in one part of the index of a site's texts, characters of words in it, and its parts: a changed page has its part
 * written again, and a search reads all parts. A page of 600 words has 2,100 characters, so there is room for 11,000 of them.
 */
export const SEARCH_PART_PAGES = 400;
export const SEARCH_PART_MAX_CHARS = 400_000;
export const SEARCH_PARTS_MAX = 64;

/**
 * Places a search finds its words at before it stops, and says so: each is a word of the index or a page that has it, and a
 * million of them take about 200 ms. Twelve words on each of 25,000 pages are a third; a site may be written to have more.
 */
export const SEARCH_PLACES_MAX = 1_000_000;

/** Parts written in one turn of carrying a publication: each takes about 20 ms, during which nobody else is served. */
export const SEARCH_PARTS_PER_TURN = 8;

/** Parts a search reads at once: the platform opens six connections for a request. */
export const SEARCH_PARTS_AT_ONCE = 6;

/** Hits of one answer whose texts are opened to show where the words stand, characters shown, and characters looked through. */
export const SEARCH_PASSAGES_MAX = 10;
export const SEARCH_PASSAGE_CHARS = 240;
export const SEARCH_PASSAGE_LOOKED_CHARS = 200_000;

/** Longest search in characters, and most words of it that are looked for: each is looked for in every page. */
export const SEARCH_MAX_CHARS = 200;
export const SEARCH_MAX_WORDS = 12;

/** Most headings in the outline of a page; nobody chooses among more. */
export const OUTLINE_MAX_HEADINGS = 500;

/** Headings of a page kept for search, with their characters; a page with more is found by its first ones. */
export const INDEX_HEADINGS_MAX = 40;
export const INDEX_HEADINGS_MAX_CHARS = 2_000;

/** Characters from the start of a page's text that search shows when it knows no better place. */
export const INDEX_EXCERPT_MAX_CHARS = 300;

/** Suggestions in one completion; the protocol allows no more. */
export const COMPLETIONS_MAX = 100;

/** Resources in one page of the list. */
export const RESOURCES_PAGE = 100;

/**
 * Most characters of the list of tools a member's agent is given. A client puts the list before its model at every turn;
 * four characters are about one token, so the list stays under 8,000 tokens.
 */
export const TOOL_LIST_MAX_CHARS = 31_000;

/** Longest address of a resource, name or cursor a client may send, in characters. */
export const MCP_TEXT_MAX_CHARS = 2_048;

/** Largest message of a client in bytes. Questions are short; 64 KB leave room for a client's description of itself. */
export const MCP_BODY_MAX_BYTES = 64 * 1024;

/** Longest an agent or its program may take to send a message or a form of 64 KB at most, in milliseconds. */
export const MCP_BODY_TIMEOUT_MS = 5_000;

/** JSON-RPC calls one address may make of one site at once and then again in each window. A busy agent makes one a second. */
export const MCP_CALLS_PER_WINDOW = 240;
export const MCP_WINDOW_SECONDS = 60;

/** Calls a quick client is lent at once, and how long it may take to make them, in milliseconds. What it does not make is lost. */
export const MCP_LEASE_CALLS = 16;
export const MCP_LEASE_MS = 1_000;

/** How long a client and this server's isolates may go on with what they read, in milliseconds. */
export const MCP_FRESH_MS = 5_000;
export const MCP_TTL_MS = 30_000;

/**
 * Sites whose current publication one isolate keeps ready; pages of them it keeps listed, at 2.5 KB each; and bytes of page
 * texts and of indexes of words it keeps. It has 128 MB.
 */
export const MCP_SITES_KEPT = 50;
export const MCP_PAGES_KEPT = 20_000;
export const MCP_TEXTS_KEPT_BYTES = 12 * 1024 * 1024;
export const MCP_WORDS_KEPT_BYTES = 28 * 1024 * 1024;

/** Names no site has that one isolate keeps, apart from the sites: whoever asks for many of them pushes no site out. */
export const MCP_STRANGERS_KEPT = 1_000;

/** Pages of the draft one search looks through before it says where to go on: a page has tens of kilobytes of JSON. */
export const DRAFT_SEARCH_PAGES_READ = 200;

/** Characters around a text that was found in the draft. */
export const EXCERPT_CHARS = 160;

/** Largest message of a member's agent in bytes: a document of DOCUMENT_MAX_BYTES, its escapes, and the call around it. */
export const MEMBER_MESSAGE_MAX_BYTES = 2 * 1024 * 1024;

/** Calls one agent may make in MEMBER_CALLS_WINDOW_SECONDS, in one isolate; writes are counted by the workspace, exactly. */
export const MEMBER_CALLS_PER_WINDOW = 300;
export const MEMBER_CALLS_WINDOW_SECONDS = 60;

/** Agents whose calls an isolate counts; the one that has called longest ago is forgotten. */
export const MEMBER_AGENTS_COUNTED = 2_000;

/** Tokens an isolate has deciphered and keeps so, about 1 KB each. */
export const AGENT_TOKENS_KNOWN = 2_000;

/** How long an agent's token is good, and how long a member's consent, in seconds; the last token of it is given out a minute before. */
export const AGENT_ACCESS_SECONDS = 60 * 60;
export const AGENT_GRANT_SECONDS = 30 * 24 * 60 * 60;

/** How long a client that has lost the answer to its refresh token gets the same answer again, in milliseconds. Programs ask again within seconds. */
export const AGENT_REFRESH_GRACE_MS = 30_000;

/** Most grants a member gives at one site; another ends the one that was used longest ago. */
export const AGENT_GRANTS_MAX = 50;

/** How long a member may look at the question whether an agent may act for them, in milliseconds. */
export const AGENT_CONSENT_MS = 10 * 60 * 1000;

/** Sites one person can choose from on that page, and characters of a client's name shown there. */
export const AGENT_SITES_SHOWN = 100;
export const AGENT_NAME_MAX_CHARS = 80;

/** Bytes of what is sent to the authorization server: a code or token, a verifier, a client's signed assertion; a client's description of itself. */
export const AGENT_FORM_MAX_BYTES = 16 * 1024;

/**
 * Authorization requests one network address may begin, as many it may come back with, answer and register clients in
 * AGENT_LOGIN_WINDOW_SECONDS, and requests for tokens. An office shares one address, and each of its agents asks once an hour.
 */
export const AGENT_LOGINS = 30;
export const AGENT_TOKEN_REQUESTS = 120;
export const AGENT_LOGIN_WINDOW_SECONDS = 60;

/** Longest address of an authorization request in characters; a client's redirect address and state are in it. */
export const AGENT_ADDRESS_MAX_CHARS = 8 * 1024;

/** How long records of agents' calls are kept, in milliseconds, and how many go to the database at once. */
export const AGENT_CALLS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
export const AGENT_CALLS_BATCH = 50;

/** How long a record of a call may wait in memory for others, in milliseconds. */
export const AGENT_CALLS_WAIT_MS = 1_000;

/**
 * Listeners to the changes of one site, and of those from one address, of which an office shares one; and how often the object
 * behind them looks for a change, in milliseconds.
 */
export const NOTICE_LISTENERS_MAX = 200;
export const NOTICE_LISTENERS_PER_CLIENT = 10;
export const NOTICE_POLL_MS = 5_000;

/** Sites in one page of a deployment's list. */
export const SITES_PAGE = 100;

/** Calls of the routes of one plugin in ROUTE_WINDOW_SECONDS: from one network address, of which an office shares one, and from all. */
export const ROUTE_CALLS_PER_VISITOR = 60;
export const ROUTE_CALLS_PER_PLUGIN = 1_200;
export const ROUTE_WINDOW_SECONDS = 60;

/** Largest body of a request to a plugin's route, in bytes. */
export const ROUTE_BODY_MAX_BYTES = 64 * 1024;

/** Most fields of a form or a query sent to a plugin's route, the longest name and the longest value of a query in characters. */
export const ROUTE_FIELDS_MAX = 50;
export const ROUTE_FIELD_NAME_MAX_CHARS = 64;
export const ROUTE_QUERY_VALUE_MAX_CHARS = 512;

/** Calls that went wrong and are shown with a plugin. They explain a quarantine; an operator has them all. */
export const FAILURES_SHOWN = 10;

/** Most fields of one form. The longest public forms that anybody finishes have about 30. */
export const FORM_MAX_FIELDS = 40;

/** Most steps of one form. Each is one more page to wait for. */
export const FORM_MAX_STEPS = 10;

/** Largest body of a submission, in bytes. A long letter is 20 kB; text fields of a form are all that is taken. */
export const FORM_BODY_MAX_BYTES = 64 * 1024;

/** Most values in one submission: every field, every choice of a few lists, and what the kernel adds. */
export const FORM_VALUES_MAX = 200;

/** Longest name of a value in a submission, in characters. */
export const FORM_NAME_MAX_CHARS = 40;

/** Longest answer to one question, in characters, where the form allows no less: four pages of a letter. */
export const FORM_ANSWER_MAX_CHARS = 10_000;

/** Posts of forms in FORM_WINDOW_SECONDS: from one network address, of which an office shares one, and to one form. */
export const FORM_POSTS_PER_VISITOR = 20;
export const FORM_POSTS_PER_FORM = 600;
export const FORM_WINDOW_SECONDS = 600;

/** Most seconds a form may ask visitors to take. Whoever has a browser fill in an address is done in ten. */
export const FORM_MIN_SECONDS_MAX = 60;

/** Seconds between a token and the form it is sent with where the form says nothing: nobody reads a page in less. */
export const FORM_MIN_SECONDS = 1;

/** How long a token of a form is good, in milliseconds. A form is left open over lunch, seldom over night. */
export const FORM_TOKEN_MS = 12 * 60 * 60 * 1000;

/** Largest file a form may take, in bytes: a portfolio, a photograph, a short recording. */
export const FORM_FILE_MAX_BYTES = 20 * 1024 * 1024;

/** Most files of one submission. */
export const FORM_FILES_MAX = 10;

/** Most bytes of all files of one submission. What is sent beyond them is read to its end and not stored. */
export const FORM_FILES_MAX_BYTES = 25 * 1024 * 1024;

/** Largest submission with files that is read, in bytes: who chose too large a file is told at its field, with what was typed. */
export const FORM_POST_MAX_BYTES = 64 * 1024 * 1024;

/** Longest head of one part of such a submission, in bytes. A file's name is at most 255 bytes on most systems. */
export const FORM_PART_HEAD_MAX_BYTES = 4 * 1024;

/** Bytes of one stored part of a file. A form does not say how long a file is, and storage wants to know: a file is stored in parts. */
export const FORM_FILE_PART_BYTES = 512 * 1024;

/** How long a submission with files may take to arrive, in milliseconds. */
export const FORM_RECEIVE_MS = 10 * 60 * 1000;

/** When files of a submission that broke off are removed, in milliseconds after it began: nobody writes to them any more. Until then it keeps the room it was given. */
export const FORM_LEFTOVER_MS = 15 * 60 * 1000;

/** Most a tenant's quarantine holds, in bytes and files. Strangers fill it; members empty it. */
export const QUARANTINE_MAX_BYTES = 1024 * 1024 * 1024;
export const QUARANTINE_MAX_FILES = 5_000;

/**
 * Room one network address gets for files of a tenant's forms, in pieces, at once and then again in each window: a fifth
 * of a quarantine a day, so that filling it takes more than one stranger, or longer than members look away. A submission
 * takes one piece at least, because ten files of a few bytes each are that much of what may lie there.
 */
export const FORM_ROOM_PIECE_BYTES = 2 * 1024 * 1024;
export const FORM_ROOM_PER_VISITOR = 100;
export const FORM_ROOM_WINDOW_SECONDS = 24 * 60 * 60;

/** Files and broken-off submissions removed from the quarantine in one turn of the alarm. Each takes two of the platform's subrequests. */
export const QUARANTINE_SWEPT = 50;

/** Days submissions are kept where nobody has said otherwise. */
export const FORM_RETENTION_DAYS = 365;

/** Most submissions of one site. At 1 kB each they are a fiftieth of what a workspace may hold. */
export const SUBMISSIONS_MAX = 200_000;

/** Submissions a search looks at before it says where to go on: about 20 ms, during which nobody else is served. */
export const SUBMISSIONS_SEARCHED = 5_000;

/** Submissions of one portion of an export. */
export const SUBMISSIONS_EXPORTED = 500;

/**
 * Characters of submissions after which a search, and a portion of an export, ends all the same. Most submissions have some
 * hundreds; of the longest there are, either would be 300 MB, of an object's 128 and of 32 in one answer to another worker.
 */
export const SUBMISSIONS_CHARS = 4_000_000;

/** Submissions that are read from the database at once: 3 MB of the longest. */
export const SUBMISSIONS_READ = 50;

/** Expired submissions that are deleted in one go. */
export const SUBMISSIONS_SWEPT = 1_000;

/** Longest answer to a challenge, in characters, as its maker says. */
export const CHALLENGE_ANSWER_MAX_CHARS = 2_048;

/** How long the judge of a challenge is waited for, in milliseconds. A visitor waits along. */
export const CHALLENGE_WAIT_MS = 5_000;

/** Forms of a site whose placements are remembered. A page of a campaign has one, a large site some dozens. */
export const FORM_PLACES_KEPT = 150;

/**
 * Most bytes a workspace's database may hold: 12,000 pages of 15 kB with what is made of them. Its state is copied for an
 * archive in one go, about 6 ms a megabyte, and a machine whose watchdog sees nobody answered for 1.5 s starts it again.
 */
export const WORKSPACE_MAX_BYTES = 192 * 1024 * 1024;

/** The part of it that visitors' submissions and plugins may fill: the rest is for members. */
export const ROOM_FOR_STRANGERS = 0.75;

/** Versions of each document that are left when there is no room, in turn, and how long after one look the next is, in milliseconds. */
export const ROOM_REVISIONS_KEPT = [100, 10, 1] as const;
export const ROOM_LOOKED_MS = 60_000;

/** Most documents a plugin writes in one call. A call that a visitor causes is no import; several calls are. */
export const PLUGIN_CALL_DOCUMENTS = 50;

/** Largest file of an archive in bytes. One is in memory as a whole when it is made and when it is read; of a larger state there are several. */
export const ARCHIVE_MAX_BYTES = 20 * 1024 * 1024;

/** Size after which a member of an archive of several files is complete, in bytes. A row is never divided, and has 12 MB at most. */
export const ARCHIVE_PART_BYTES = 4 * 1024 * 1024;

/** How long an archive of several files may be under way, in milliseconds, before what is stored of it is removed. */
export const ARCHIVE_MADE_MS = 60 * 60 * 1000;

/** Longest first line of an archive in bytes. It names sites, members and columns; a hundred sites need 12 kB. */
export const ARCHIVE_HEAD_MAX_BYTES = 256 * 1024;

/** Rows of a table an archive is made of at once. One holds up to 2 MB. */
export const ARCHIVE_ROWS_READ = 8;

/** Newest audit rows that go into an archive: a third of what it may hold. The control plane has them all. */
export const ARCHIVE_AUDIT_ROWS = 20_000;

/** Backups one tenant has. More are refused, because throwing away an old one by itself could throw away the last good one. */
export const BACKUPS_MAX = 100;

/** Exports one tenant has at once, and how long one is kept for whoever made it to take it away, in milliseconds. */
export const EXPORTS_MAX = 10;
export const EXPORT_KEPT_MS = 24 * 60 * 60 * 1000;

/** Keys of the public store an erasure removes in one turn: with as many it finds by looking, fewer than the 1,000 calls the platform allows. */
export const ERASED_AT_ONCE = 400;

/** Keys one deletion of storage takes: the platform's own number. */
export const STORAGE_DELETE_MAX = 1_000;

/** How far the platform takes a workspace back, in milliseconds: its own promise is 30 days. */
export const REWIND_BACK_MAX_MS = 30 * 24 * 60 * 60 * 1000;

/** Longest a session goes on that is to begin again in the past, in milliseconds; whoever asked for it ends it before. */
export const REWIND_END_MS = 2_000;

/** Times a workspace that ends is asked again whether it has begun anew. */
export const REWIND_ATTEMPTS = 5;

/** Characters shown of what the platform says when it does not go back. */
export const REWIND_WORDS_MAX_CHARS = 300;

/** Media files one request copies between stores. Each takes two of the platform's 1,000 subrequests. */
export const MEDIA_COPIES_MAX = 300;

/** Archives one member makes or checks in ARCHIVES_WINDOW_SECONDS. Each keeps the workspace busy for up to a second. */
export const ARCHIVES_PER_WINDOW = 30;
export const ARCHIVES_WINDOW_SECONDS = 60 * 60;
