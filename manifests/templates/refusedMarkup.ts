/** Markup that templates may not write wherever it is checked: at packing, at installing, and as a template runs. */

/** Attributes that open an element above the page, where no section contains it. */
export const ABOVE_PAGE: ReadonlySet<string> = new Set(
  "popover popovertarget popovertargetaction command commandfor interestfor".split(" "),
);

/** Elements whose name becomes a property of `document` and hides what is there. Browsers read `image` as `img`. */
export const NAMED_ON_DOCUMENT: ReadonlySet<string> = new Set("img image iframe form embed object".split(" "));
