/** The check of the descriptor itself. Its faults were found while it was read. */
import type { Check } from "./check.ts";

export const DESCRIPTOR_CHECK: Check = {
  id: "descriptor.valid", title: "the descriptor is complete and valid",
  find: ({ descriptorFindings }) => descriptorFindings,
};
