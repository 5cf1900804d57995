/** Markup that templates may not write. The checks at packing, at installing and while rendering share it. */

/** Attributes that open an element in the browser's top layer, where no section contains it. */
export const ABOVE_PAGE: ReadonlySet<string> = new Set(
  "popover popovertarget popovertargetaction command commandfor interestfor".split(" "),
);

/**
 * Elements whose `name` becomes a property of `document` and hides the original one (DOM clobbering). Browsers parse
 * `image` as `img`.
 */
export const NAMED_ON_DOCUMENT: ReadonlySet<string> = new Set("img image iframe form embed object".split(" "));

/**
 * Attributes by which scripts know what the kernel wrote: a section, a frame, a form, its challenge, a page, and marks
 * of the editor. With one, a template would show another plugin's frame, or put its words in the place of another
 * plugin's form.
 */
const KERNEL_MARK = /^data-(?:section|frame|form|page|editor|sitekey)(?:-|$)/;

export const isKernelMark = (attribute: string): boolean => KERNEL_MARK.test(attribute);
