/**
 * Checks of the prepared set as a whole: complete, of this release, unedited, and equal to what the descriptor gives.
 */
import { workersOfFamily } from "../descriptor/family.ts";
import { configPath } from "../descriptor/preparedFiles.ts";
import { differences } from "../descriptor/difference.ts";
import { fault, type Check, type Examined } from "../descriptor/check.ts";
import { prepareFor } from "./preparedFinding.ts";

/** The profile's workers that have no readable configuration. */
const missing = ({ profile, workers }: Examined): string[] =>
  workersOfFamily(profile)
    .filter(({ key }) => !workers.some(({ row }) => row.key === key))
    .map((row) => `.svc/cloudflare/${configPath(row)}`);

export const isPrepared: Check = {
  id: "prepared.present",
  title: "every worker of the profile is prepared",
  find: (examined) => {
    if (!examined.set)
      return [
        fault(".svc/cloudflare", "nothing", `the workers of the profile ${examined.profile}`, prepareFor(examined)),
      ];
    const {
      record: { profile },
    } = examined.set;
    return [
      ...(profile === examined.profile
        ? []
        : [
            fault(".svc/cloudflare", `the profile ${profile}`, `the profile ${examined.profile}`, prepareFor(examined)),
          ]),
      ...missing(examined).map((path) =>
        fault(
          path,
          "a configuration that cannot be read",
          "the configuration of a worker",
          `${prepareFor(examined)} --force`,
        ),
      ),
    ];
  },
};

export const isUnedited: Check = {
  id: "prepared.unedited",
  title: "prepared files are unchanged",
  needs: "prepared",
  find: (examined) =>
    (examined.set?.edited ?? []).map((path) => ({
      level: "warning",
      where: path,
      found: "a file that was edited by hand",
      allowed: "the file as it was prepared",
      mend: `${prepareFor(examined)} --force`,
    })),
};

export const isOfRelease: Check = {
  id: "prepared.release",
  title: "the set belongs to this release",
  needs: "prepared",
  find: (examined) => {
    const prepared = examined.set?.record.release;
    return prepared === examined.release
      ? []
      : [fault(".svc/cloudflare", `release ${prepared}`, `release ${examined.release}`, prepareFor(examined))];
  },
};

export const isDescribed: Check = {
  id: "prepared.current",
  title: "the set matches the descriptor",
  needs: "both",
  find: (examined) =>
    examined.workers.flatMap(({ row, path, config }) =>
      differences(config, examined.wanted.get(row.key)).map(({ pointer, was, is }) =>
        fault(`${path} ${pointer || "/"}`, was ?? "nothing", is ?? "nothing", prepareFor(examined)),
      ),
    ),
};
