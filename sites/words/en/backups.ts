/** Words of the page of backups and exports. */
export const BACKUPS = {
  title: "Backups",
  intro: "A backup keeps everything: pages, settings, plugins and files, of all sites that belong together.",
  list: "What is kept",
  none: "There is no backup yet.",
  platform:
    "The operator can also take everything back to an earlier time without a backup. Ask them if you need this.",
  noPlatform: "Only a backup can bring back an earlier state. The platform keeps no earlier states itself.",
  facts: "{size}, by {name}",
  files: { one: "1 file, {size}", other: "{n} files, {size}" },
  missing: { one: "1 file was already missing", other: "{n} files were already missing" },
  withSubmissions: "with submissions",
  makeTitle: "Back up now",
  make: "Make a backup",
  submissions: "Include what visitors sent with forms",
  submissionsHelp: "This may contain personal data of visitors.",
  verify: "Check it",
  verifyOf: "Check it: the backup {id}",
  remove: "Delete it",
  removeQuestion: "Delete this backup? Nobody can bring it back.",
  removeSure: "Delete it for good",
  exportTitle: "Download a copy of everything",
  exportHelp:
    "One file with everything except the media files, for you to keep elsewhere. You can download it for one day.",
  export: "Make an export",
  download: "Download the export",
  restoring: "Only the operator can restore a backup. Restoring replaces everything that is here now.",
  /** Reports of finished actions, by the word in the address. */
  done: {
    kept: "The backup is made.",
    sound: "The backup is complete. Every part could be read.",
    broken: "The backup is damaged. Do not rely on it: make another one.",
    removed: "Deleted.",
    exported: "The export is ready.",
  },
} as const;
