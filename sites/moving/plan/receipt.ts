/** A plan and its losses as files that people and git can read. */
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import type { MoveLoss } from "../tree/moved.ts";
import { inLine, kindLine, lossKinds, lossLine } from "./lossKinds.ts";
import type { MovePlan } from "./plan.ts";

const cells = (...texts: readonly string[]): string => texts.map(inLine).join("\t");

/** The kinds of losses, and then each loss with its place. */
export function lossReceipt(losses: readonly MoveLoss[]): string {
  const kinds = lossKinds(losses);
  const lines = ["# What does not arrive, or arrives changed", "", ...kinds.map((one) => `- ${kindLine(one)}`), ""];
  const several = kinds.filter((one) => one.losses.length > 1);
  for (const { kind, losses: places } of several)
    lines.push(`## ${inLine(kind)}`, "", ...places.map((loss) => `- ${lossLine(loss)}`), "");
  return lines.join("\n");
}

const redirectLine = (entry: Redirect): string =>
  cells(entry.from, entry.status === 410 ? "" : entry.to, `${entry.status}`);

/** The files of a plan by their names. */
type MenuItem = MovePlan["menus"]["menus"]["header"][number];

/** A menu as an indented list. */
const menuLines = (items: readonly MenuItem[], depth = 0): string[] =>
  items.flatMap(({ label, link, children = [] }) => [
    `${"  ".repeat(depth)}- ${inLine(label)}: ${inLine(link)}`,
    ...menuLines(children, depth + 1),
  ]);

function menusText({ menus, languages }: MovePlan["menus"]): string {
  const named = [["", menus] as const, ...Object.entries(languages)];
  const parts = named.flatMap(([tag, { header, footer }]) =>
    (
      [
        ["Header", header],
        ["Footer", footer],
      ] as const
    ).flatMap(([title, items]) =>
      items.length === 0 ? [] : [`# ${title}${tag === "" ? "" : `, ${tag}`}`, "", ...menuLines(items), ""],
    ),
  );
  return parts.length === 0 ? "The source has no menus.\n" : parts.join("\n");
}

export function planFiles({ pages, files, redirects, menus, losses, extras }: MovePlan): Map<string, string> {
  const lists: [string, string][] = [
    ["receipt.md", lossReceipt(losses)],
    [
      "pages.tsv",
      [
        cells("source", "place", "path", "type", "state", "title"),
        ...pages.map(({ source, place, body }) =>
          cells(source, place, body.path, body.type ?? "page", body.held ? "held" : "open", body.title),
        ),
        "",
      ].join("\n"),
    ],
    [
      "files.tsv",
      [
        cells("place", "address", "name", "old addresses"),
        ...files.map(({ place, address, name, formerPaths = [] }) =>
          cells(place, address, name, formerPaths.join(" ")),
        ),
        "",
      ].join("\n"),
    ],
    ["menus.md", menusText(menus)],
    ["redirects.tsv", [cells("from", "to", "status"), ...redirects.map(redirectLine), ""].join("\n")],
  ];
  return new Map([
    ...extras,
    ...lists,
    ...pages.map(({ id, body }): [string, string] => [`pages/${id}.json`, `${JSON.stringify(body, null, 2)}\n`]),
  ]);
}
