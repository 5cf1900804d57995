/** Reads a file that was built with the worker. Its name is never a visitor's. */
export const storedFile = (assets: Fetcher, name: string): Promise<Response> => assets.fetch(`https://assets/${name}`);
