/** The clients in `test/fixtures/clients`, bundled as for an author, by name. The test runner makes this module. */
declare module "drawbridge:clients" {
  const clients: Readonly<Record<string, string>>;
  export default clients;
}

/** The packages of `test/fixtures/packages/wanted.ts`, bundled as for an author, by name. */
declare module "drawbridge:packages" {
  const packages: Readonly<Record<string, { readonly text: string } | { readonly refused: string }>>;
  export default packages;
}
