/** The static file with the description of the members' API, which each worker that answers for sites has. */
export const API_DESCRIPTION = "openapi.json";
