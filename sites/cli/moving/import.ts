/** `svc import`: moves a site of other software into the draft of a site. */
import type { CliCommand } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";

export const importSite: CliCommand = {
  name: "import",
  summary:
    "Move a site of other software into the draft: a folder of Markdown, an export, an archive of one, or a site on the web.",
  argument: ["<source>", "the folder, the file, or the address of a site with a sitemap"],
  options: [
    SITE_OPTION,
    ["--dry-run", "show what would become what and what would be lost, and write nothing to the site"],
    ["--plan <folder>", "write the plan and the receipt of all losses into a folder"],
    ["--overwrite", "write over pages that were changed at the site since the last import"],
    ["--restore", "add pages again that were deleted at the site since the last import"],
    ["--no-remote", "do not fetch pictures of other hosts"],
  ],
  examples: [
    "svc import my-blog --site http://demo.localhost:8787 --dry-run --plan plan",
    "svc import my-blog --site http://demo.localhost:8787",
    "svc import https://old.example --site http://demo.localhost:8787 --dry-run --plan plan",
  ],
  // Readers of other software's files are a quarter of the program, and no other command needs them.
  run: async (invocation) => (await import("./importRun.ts")).runImport(invocation),
};
