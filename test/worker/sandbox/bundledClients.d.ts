/** The clients in `test/fixtures/clients`, bundled as for an author, by name. The test runner makes this module. */
declare module "drawbridge:clients" {
  const clients: Readonly<Record<string, string>>;
  export default clients;
}
