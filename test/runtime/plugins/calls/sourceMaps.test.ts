import { describe, expect, test } from "vitest";
import { SOURCE_MAP_WALKS_KEPT } from "../../../../manifests/bounds/calls.ts";
import type { Fault, ShownFault } from "../../../../manifests/faults/fault.ts";
import { SourceMaps } from "../../../../runtime/plugins/calls/sourceMaps.ts";
import type { Sql } from "../../../../runtime/powers/powers.ts";
import { migrate } from "../../../../runtime/schema.ts";
import { testPowers } from "../../kernel/powers.ts";

const [SITE, PLUGIN, DIGEST] = ["main", "acme.rooms", "sha256-a"];

/** Maps line 3 from column 5 on to line 8, column 9 of the source. */
const MAP = { digest: DIGEST, file: "main.js", sources: ["lib/rooms.ts"], mappings: ";;IAOQ" };
const SOURCE = { file: "lib/rooms.ts", line: 8, column: 9 };

const faultAt = (column: number): Fault => ({
  name: "Error",
  message: "no room",
  places: [{ function: "go", file: "main.js", line: 3, column }],
  issues: [],
});

/** The source maps of a workspace, with the number of decodings. */
function maps() {
  const { sql } = testPowers();
  migrate(sql);
  let walks = 0;
  const counting: Sql = {
    ...sql,
    all: (statement, ...values) => {
      if (/^SELECT .*mappings/.test(statement)) walks += 1;
      return sql.all(statement, ...values);
    },
  };
  const sourceMaps = new SourceMaps(counting);
  const show = (column = 11): ShownFault => {
    const fault = faultAt(column);
    return sourceMaps.showing(SITE, PLUGIN, [{ digest: DIGEST, fault }])(fault, DIGEST);
  };
  return { sql, sourceMaps, show, walks: () => walks };
}

const sourceIn = ({ places }: ShownFault) => places[0]?.source;

describe("the source map of a package", () => {
  test("is walked once for the same failures", () => {
    const { sourceMaps, show, walks } = maps();
    sourceMaps.put(SITE, PLUGIN, MAP, 1);
    for (let read = 0; read < 3; read++) expect(sourceIn(show())).toEqual(SOURCE);
    expect(walks()).toBe(1);
  });

  test("that takes the place of another is the one that is shown", () => {
    const { sourceMaps, show } = maps();
    sourceMaps.put(SITE, PLUGIN, MAP, 1);
    expect(sourceIn(show())).toEqual(SOURCE);
    sourceMaps.put(SITE, PLUGIN, { ...MAP, sources: ["lib/halls.ts"] }, 1);
    expect(sourceIn(show())).toEqual({ ...SOURCE, file: "lib/halls.ts" });
  });

  test("that is gone with its plugin is shown no more", () => {
    const { sql, sourceMaps, show } = maps();
    sourceMaps.put(SITE, PLUGIN, MAP, 1);
    expect(sourceIn(show())).toEqual(SOURCE);
    sql.all("DELETE FROM plugin_source_maps");
    expect(sourceIn(show())).toBeUndefined();
  });

  test.each([
    [SOURCE_MAP_WALKS_KEPT - 1, 0],
    [SOURCE_MAP_WALKS_KEPT, 0],
    [SOURCE_MAP_WALKS_KEPT + 1, 1],
  ])("is walked again for the first of %i lists of failures %i times", (lists, again) => {
    const { sourceMaps, show, walks } = maps();
    sourceMaps.put(SITE, PLUGIN, MAP, 1);
    for (let column = 0; column < lists; column++) show(5 + column);
    const before = walks();
    expect(before).toBe(lists);
    show(5);
    expect(walks() - before).toBe(again);
  });
});
