/** Raised when the same documents and plugins render to other HTML, so that the next publication renders every page. */
export const RENDERING_VERSION = 3;
