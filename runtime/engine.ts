/** The version plugins name in `engine`. It follows the contract with plugins, not the product's releases. */
export const ENGINE_VERSION = "1.0.0";

/** Raised when the same documents and plugins render to other HTML, so that the next publication renders every page. */
export const RENDERING_VERSION = 3;
