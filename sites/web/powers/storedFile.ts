/** Reads a built file of the worker. The name must not come from a visitor. */
export const storedFile = (assets: Fetcher, name: string): Promise<Response> => assets.fetch(`https://assets/${name}`);
