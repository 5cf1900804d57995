import type { Kernel } from "../../../../runtime/kernel.ts";
import type { GuestRemark } from "../../../../runtime/sharing/sharingApi.ts";

/** Leaves a guest's remark, and answers the path of its page. Null if the link does not allow a remark there. */
export async function leaveRemark(
  kernel: Kernel,
  site: string,
  secret: string,
  remark: GuestRemark,
): Promise<string | null> {
  const leaving = await kernel.offers.guestRemarks.leaving(site, secret, remark);
  if (!leaving) return null;
  await kernel.execute("remark.leave", leaving.envelope, leaving.input);
  return leaving.path;
}
