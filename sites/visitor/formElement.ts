/**
 * Calls DOM methods through the prototype. A form's field may have the name of a property, such as `append`, and would
 * shadow it.
 */
const { append, getAttribute, hasAttribute, querySelectorAll, replaceWith, setAttribute } = Element.prototype;

export const addressOf = (form: HTMLFormElement): string => getAttribute.call(form, "action") ?? "";
export const hasFiles = (form: HTMLFormElement): boolean => hasAttribute.call(form, "enctype");
export const find = <T extends HTMLElement = HTMLElement>(form: HTMLElement, selector: string): T[] =>
  [...querySelectorAll.call(form, selector)] as T[];
export const mark = (form: HTMLFormElement, isBusy: boolean): void =>
  setAttribute.call(form, "aria-busy", String(isBusy));
export const add = (form: HTMLFormElement, element: HTMLElement): void => append.call(form, element);
export const replace = (form: HTMLFormElement, next: HTMLElement): void => replaceWith.call(form, next);
export const submit = (form: HTMLFormElement): void => HTMLFormElement.prototype.submit.call(form);

export const filled = (form: HTMLFormElement): HTMLInputElement[] =>
  find<HTMLInputElement>(form, "input[type=file]").filter(({ files }) => (files?.length ?? 0) > 0);
