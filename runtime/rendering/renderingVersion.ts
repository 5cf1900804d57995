/** Increment this when the same input renders to other HTML, so that the next publication renders every page. */
export const RENDERING_VERSION = 8;
