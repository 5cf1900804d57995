/** `svc operator backups`: lists a tenant's archives, with the values that erase and restore need. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import type { BackupsView } from "../../../runtime/backups/views.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

type Archive = BackupsView["items"][number];

const rowOf = ({ id, sha256, bytes, createdAt, createdBy, submissions, media: { missing } }: Archive): string[] => [
  day(createdAt),
  id,
  sha256,
  megabytes(bytes),
  submissions ? "with submissions" : "without submissions",
  `by ${createdBy}${missing > 0 ? `, ${countOf(missing, "file")} missing` : ""}`,
];

export const backups = operation({
  name: "backups",
  summary: "List a tenant's backups, newest first: id, digest, size. Owners of the tenant make backups.",
  argument: ["<tenant>", "the tenant's id"],
  examples: ["svc operator backups saltmarrow"],
  run: async (session, { args: [id = ""] }) => {
    const { items, platform } = await session.get<BackupsView>(`/tenants/${pathPart(id)}/backups`);
    const moment = platform.available
      ? `The platform can rewind this workspace. Its present bookmark is ${platform.bookmark}.`
      : `The platform cannot rewind this workspace: ${platform.reason}`;
    return {
      ok: true,
      lines: columns(items.map(rowOf)),
      data: { address: session.site, tenant: id, items, platform },
      talk: [...(items.length === 0 ? ["There is no backup."] : []), moment],
    };
  },
});
