/** The version that plugins require in `engine`. It numbers the contract with plugins, not the product's releases. */
export const ENGINE_VERSION = "1.0.0";
