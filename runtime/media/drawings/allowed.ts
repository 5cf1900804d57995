/** The elements and attributes of a drawing that visitors get. All others are removed. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that stay, with what is in them. */
export const KEPT_ELEMENTS = words(`svg g switch defs symbol use path rect circle ellipse line polyline polygon
  text tspan textPath title desc style linearGradient radialGradient stop clipPath mask pattern marker image view
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform mpath`);

/** Elements whose text is drawn or read. Text in others is removed. */
export const ELEMENTS_WITH_TEXT = words("text tspan textPath title desc style");

/** Elements of words, in which a link becomes a part of them. */
export const WORD_ELEMENTS = words("text tspan textPath");

/** Elements that draw what their `href` names, or take parts from it. */
export const DRAWING_BY_HREF = words("use textPath mpath pattern linearGradient radialGradient");

/** Gradients and their colours draw nothing themselves. */
export const COLOUR_ELEMENTS = words("linearGradient radialGradient stop");

const LOOKS = words(`alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
  color-interpolation-filters cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
  flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  image-rendering isolation letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform transform-origin unicode-bidi vector-effect visibility
  white-space word-spacing writing-mode`);

const PLACES = words(`accumulate additive amplitude attributeName azimuth baseFrequency begin bias by calcMode class
  clipPathUnits cx cy d diffuseConstant divisor dur dx dy edgeMode elevation end exponent filterUnits from fr fx fy
  gradientTransform gradientUnits height id in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints
  keySplines keyTimes lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits
  maskUnits max media method min mode numOctaves offset operator order orient origin path pathLength
  patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha
  preserveAspectRatio primitiveUnits r radius refX refY repeatCount repeatDur requiredExtensions restart result role rotate rx ry scale
  seed side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles style
  surfaceScale systemLanguage tableValues targetX targetY textLength to type values version viewBox width x x1 x2 xChannelSelector
  xml:lang xml:space y y1 y2 yChannelSelector z zoomAndPan`);

export const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set([...LOOKS, ...PLACES]);

/** Attributes whose value an animation gives to another attribute. */
export const isAnimationValue = (name: string): boolean => ["values", "from", "to", "by"].includes(name);

/** Attributes with words of CSS. */
export const isStyled = (name: string): boolean => LOOKS.has(name) || isAnimationValue(name);

/** Tells whether an animation may change this attribute: no link, and no style sheet. */
export const isAnimated = (name: string): boolean =>
  LOOKS.has(name) || (PLACES.has(name) && !["class", "id", "style", "attributeName"].includes(name));
