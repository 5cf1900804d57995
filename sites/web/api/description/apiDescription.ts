/** The static file with the description of the members' API. */
export const API_DESCRIPTION = "openapi.json";
