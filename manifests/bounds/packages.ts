/** Packages, what they bring for browsers, their signatures and the keyring. */

/** Longest path of a file in a package in characters. */
export const FILE_PATH_MAX_CHARS = 200;

/** Most files of one package. */
export const PACKAGE_MAX_FILES = 300;

/** Most bytes of all files of one package. A cold start takes 11 ms at 100 KB and 113 ms at 1 MB. */
export const PACKAGE_MAX_BYTES = 1024 * 1024;

/**
 * Size in bytes above which the author of an executable package is advised to make it smaller. An isolate starts in 11
 * ms at 100 KB and in 113 ms at 1 MB.
 */
export const PACKAGE_ADVISED_BYTES = 256 * 1024;

/** Longest package document in bytes: the largest manifest and files, in base64 and with the escapes of JSON. */
export const PACKAGE_DOCUMENT_MAX_BYTES = 2 * 1024 * 1024;

/** Most signatures of one package. An author, a reviewer and a rotation make four. Each costs a verification. */
export const SIGNATURES_MAX = 8;

/** Longest protected header of a signature in characters. Ours have about 140. */
export const PROTECTED_HEADER_MAX_CHARS = 512;

/** Most keys of one keyring. */
export const TRUST_KEYS_MAX = 100;

/** Largest keyring in bytes. A key has about 200; variables of the platform are smaller than this limit. */
export const TRUST_KEYS_MAX_BYTES = 64 * 1024;

/** Most publishers and plugins one key may be limited to. */
export const KEY_SCOPES_MAX = 50;

/** Bytes of packages whose verification is cached. An object has 128 MB, and a site has about 20 plugins of 20 kB. */
export const VERIFIED_KEPT_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Largest index of plugins in bytes. One with 500 plugins of 4 versions has about 400 KB; a database row holds 2 MB.
 */
export const INDEX_MAX_BYTES = 768 * 1024;

/** Most plugins of one index, and most versions of one plugin in it. */
export const INDEX_PLUGINS_MAX = 1_000;
export const INDEX_VERSIONS_MAX = 100;

/** Most indexes that an operator lists. Members wait for all of them together. */
export const INDEXES_MAX = 8;

/** Most keys that may sign an index, and most hosts beside its own that its packages come from. */
export const INDEX_KEYS_MAX = 8;
export const INDEX_HOSTS_MAX = 8;

/**
 * Longest lifetime that an index may claim, in milliseconds. An attacker who withholds a newer index gains at most this
 * time.
 */
export const INDEX_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/** Time limit in milliseconds for fetching one index or package with its redirects and body, and most redirects. */
export const INDEX_WAIT_MS = 10_000;
export const INDEX_REDIRECTS_MAX = 3;

/** The time in milliseconds before an index is fetched again, also after a failed fetch. */
export const INDEX_FRESH_MS = 5 * 60 * 1000;

/** Most assets of one package. A family of fonts has 4, and a set of icons about 40. */
export const ASSETS_MAX = 60;

/** Largest picture or font in bytes. A subset of a font has 15-60 kB, and a visitor waits for each. */
export const ASSET_MAX_BYTES = 256 * 1024;

/** Largest HTML or style sheet of a frame in bytes. A visitor loads all files of a frame with the page. */
export const FRAME_FILE_MAX_BYTES = 256 * 1024;

/** Largest script of a frame in bytes: as much as a package. Libraries that draw have 150 to 700 KB. */
export const FRAME_SCRIPT_MAX_BYTES = 1024 * 1024;

/**
 * Longest fields of a section that shows a frame, in characters of JSON. With longer ones, visitors see the fallback.
 */
export const FRAME_FIELDS_MAX_CHARS = 32 * 1024;

/** Longest answer of a host in bytes that the site passes to a frame. */
export const FRAME_ANSWER_MAX_BYTES = 256 * 1024;

/** Largest script for pages with frames, and for the frames, in bytes before compression. */
export const FRAME_HOST_MAX_BYTES = 4 * 1024;
export const FRAME_BRIDGE_MAX_BYTES = 3 * 1024;

/**
 * Longest icon in characters. A page repeats it wherever a template prints it; a larger drawing should be a picture.
 */
export const ICON_MAX_CHARS = 4_096;

/** Largest file of texts of one language in bytes, and most keys in it. A large plugin has about 200. */
export const LOCALE_MAX_BYTES = 64 * 1024;
export const LOCALE_MAX_KEYS = 1_000;

/** Longest text of a locale in characters: a paragraph. */
export const LOCALE_TEXT_MAX_CHARS = 1_000;

/** Most files of a plugin's folder, without those of other tools, and the largest one that commands read, in bytes. */
export const FOLDER_MAX_FILES = 5_000;
export const FOLDER_FILE_MAX_BYTES = 16 * 1024 * 1024;

/** Largest statement about the origin of a package, in bytes. Ours have about 1 KB, those of build services 10 KB. */
export const PROVENANCE_MAX_BYTES = 64 * 1024;
