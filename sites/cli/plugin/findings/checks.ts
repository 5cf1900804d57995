/** Checks whose findings an author may allow with a reason. None of them guards a site: every site takes such a plugin. */
export const ALLOWABLE_CHECKS = {
  contrast: "a colour below the contrast that templates promise",
  "unknown-name": "a name in a template that no schema has",
  "unread-settings": "settings that nothing reads",
  "unasked-capability": "a capability that the code uses and the manifest does not ask for",
  "unused-capability": "a capability that the manifest asks for and the code does not use",
  "unknown-api": "code that a sandbox refuses if it runs",
  "unused-file": "files that the package does not have",
  "large-package": "a package above the advised size",
  untranslated: "texts that a language lacks, or has without need",
} as const;

export type AllowableCheck = keyof typeof ALLOWABLE_CHECKS;

export const isAllowable = (name: string): name is AllowableCheck => Object.hasOwn(ALLOWABLE_CHECKS, name);
