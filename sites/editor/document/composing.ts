/** The key code of a key that an input method handles. */
const HANDLED_BY_METHOD = 229;

/**
 * Tells whether an input method handles the key, such as Enter to choose a word. WebKit ends the composition before it
 * reports that key, so only the old key code tells.
 */
export const isComposingKey = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === HANDLED_BY_METHOD;
