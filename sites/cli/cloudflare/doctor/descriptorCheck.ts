/** The check of the descriptor. Reading the descriptor has already found its faults. */
import type { Check } from "../descriptor/check.ts";

export const DESCRIPTOR_CHECK: Check = {
  id: "descriptor.valid",
  title: "the descriptor is complete and valid",
  find: ({ descriptorFindings }) => descriptorFindings,
};

/** The site worker serves media at one fixed address. Links to any other address would be dead. */
export const MEDIA_CHECK: Check = {
  id: "media.served",
  title: "the site serves media at the address in the descriptor",
  needs: "descriptor",
  find: ({ descriptor }) => {
    const served = `${descriptor?.siteOrigin}/media`;
    if (!descriptor || descriptor.mediaPublicBaseUrl === served) return [];
    return [
      {
        level: "error",
        where: ".svc/platform.local.json /mediaPublicBaseUrl",
        found: JSON.stringify(descriptor.mediaPublicBaseUrl),
        allowed: JSON.stringify(served),
        mend: "edit .svc/platform.local.json",
      },
    ];
  },
};
