/** The version plugins name in `engine`. It follows the contract with plugins, not the product's releases. */
export const ENGINE_VERSION = "1.0.0";
