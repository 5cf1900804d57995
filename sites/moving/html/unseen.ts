/** Elements of HTML that no visitor sees, such as pictures and frames that only count visits. */

interface Attributes {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A larger side in pixels shows something. */
const UNSEEN_PX_MAX = 1;

const PIXELS = /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/i;
const HIDING = new Map([
  ["display", /^none\b/i],
  ["visibility", /^(?:hidden|collapse)\b/i],
]);

/** Tells whether the element hides itself without any sheet or script. */
export function hidesItself({ properties }: Attributes): boolean {
  if (properties["hidden"] === true || properties["hidden"] === "until-found") return true;
  return declared(properties).some(([name, value]) => HIDING.get(name)?.test(value) === true);
}

/** Tells whether a picture or frame hides itself, or a side of it has at most one pixel. */
export function isUnseenFrame(element: Attributes): boolean {
  const { width, height } = element.properties;
  const styled = declared(element.properties).filter(([name]) => name === "width" || name === "height");
  return hidesItself(element) || [width, height, ...styled.map(([, value]) => value)].some(isUnseenSide);
}

function isUnseenSide(side: unknown): boolean {
  const found = PIXELS.exec(String(side ?? ""))?.[1];
  return found !== undefined && Number(found) <= UNSEEN_PX_MAX;
}

/** The declarations of a `style`, without words such as `!important`. */
const declared = ({ style }: Attributes["properties"]): readonly (readonly [name: string, value: string])[] =>
  String(style ?? "")
    .split(";")
    .map((one) => {
      const colon = one.indexOf(":");
      const value = one.slice(colon + 1).replace(/!.*$/s, "");
      return [one.slice(0, Math.max(colon, 0)).trim().toLowerCase(), value.trim()] as const;
    });
