/**
 * Lets a frame's script make elements from text, as libraries do. Only an inner document is refused: it could run the
 * pinned script in a realm of its own, in which the bridge has removed nothing.
 */
import { apply, fix, fixRead } from "./fixed.ts";

const { includes, toLowerCase } = String.prototype;
const textOf = String;

const has = (text: string, part: string): boolean => apply(includes, text, [part]);

/** The members that take a whole text at once, as browsers name them to a policy. */
const TAKEN =
  ";Element innerHTML;Element outerHTML;Element insertAdjacentHTML;Element setHTMLUnsafe;ShadowRoot innerHTML;ShadowRoot setHTMLUnsafe;Range createContextualFragment;DOMParser parseFromString;";

/**
 * Allows a text without the attribute that holds an inner document. No parser knows the attribute under other letters,
 * except where an XML entity hides them.
 */
function checked(text: string, _type: string, member: string): string | null {
  const lower = apply(toLowerCase, text, []);
  return has(TAKEN, `;${member};`) && !has(lower, "srcdoc") && !has(lower, "<!entity") ? text : null;
}

interface Factory {
  createPolicy(name: string, rules: object): object;
}

/** Gives the policies of libraries their own rules back. The browser then asks the one policy of the frame. */
function lock(factory: Factory): void {
  factory.createPolicy("default", { createHTML: checked });
  const { prototype } = factory.constructor as { readonly prototype: object };
  fix(prototype, "createPolicy", (name: string, rules: object) => ({ name, ...rules }));
  // A script that had the policy could name any member to it.
  fixRead(prototype, "defaultPolicy", () => null);
}

/** Removes the members that take a text in pieces, of which a check sees only one. */
function removeStreams(): void {
  for (const name of ["write", "writeln", "open"]) fix(Document.prototype, name, () => undefined);
  for (const { prototype } of [Element, ShadowRoot])
    for (const name of Object.getOwnPropertyNames(prototype))
      if (name.startsWith("stream")) fix(prototype, name, undefined);
}

/** Removes the documents that a request parses, which no policy checks. */
function removeRequestedDocuments(): void {
  const { prototype } = XMLHttpRequest;
  const { get = () => "", set } = Object.getOwnPropertyDescriptor(prototype, "responseType") ?? {};
  fixRead(prototype, "responseXML", () => null);
  fixRead(prototype, "responseType", get, function (this: XMLHttpRequest, type: unknown) {
    const text = textOf(type);
    if (set && text !== "document") apply(set, this, [text]);
  });
}

export function allowMarkup(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: Factory };
  if (trustedTypes) lock(trustedTypes);
  removeStreams();
  removeRequestedDocuments();
}
