/** `svc import`: moves a site of other software into the draft of a site. */
import type { CliCommand } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";

export const importSite: CliCommand = {
  name: "import",
  summary:
    "Move a site of other software into the draft: a folder of Markdown, an export, an archive of one, or a site on the web. With --type, bring the rows of a CSV file in as entries.",
  argument: ["<source>", "the folder, the file, or the address of a site with a sitemap; with --type a CSV file"],
  options: [
    SITE_OPTION,
    ["--dry-run", "show what would become what and what would be lost, and write nothing to the site"],
    ["--plan <folder>", "write the plan and the receipt of all losses into a folder"],
    ["--overwrite", "write over pages that were changed at the site since the last import"],
    ["--restore", "add pages again that were deleted at the site since the last import"],
    ["--no-remote", "do not fetch pictures of other hosts"],
    ["--type <name>", "bring the rows of a CSV file in as entries of this content type, such as acme.events/event"],
    ["--key <column>", "the column that names each row, so that a further import finds its entry"],
    ["--column <choices...>", "what columns are, such as Preis=price, or Preis=- to leave one out"],
    ["--hold", "hold new entries back from publications"],
    ["--create-missing", "create pages that rows name and the site lacks"],
  ],
  examples: [
    "svc import my-blog --site http://demo.localhost:8787 --dry-run --plan plan",
    "svc import my-blog --site http://demo.localhost:8787",
    "svc import https://old.example --site http://demo.localhost:8787 --dry-run --plan plan",
    "svc import events.csv --type acme.events/event --key number --site http://demo.localhost:8787 --dry-run",
  ],
  // Readers of other software's files are a quarter of the program, and no other command needs them.
  run: async (invocation) =>
    invocation.options.text("type") === undefined
      ? (await import("./importRun.ts")).runImport(invocation)
      : (await import("./rowsRun.ts")).runRows(invocation),
};
