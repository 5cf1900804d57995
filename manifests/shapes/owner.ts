/** The first part of the name of a type that a site's owner made: site/recipe. A plugin's id has a dot, so none can claim it. */
export const OWNER = "site";

/** The name of a content type: a plugin's, or one of the owner. This file is part of browsers' code, so it has no shape. */
export const TYPE_NAME = /^(?:site|[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/[a-z][a-z0-9-]*$/;
export const TYPE_NAME_SAYS = "<plugin id>/<name>, or site/<name> for a type of the site's owner";

export const isOwnType = (type: string): boolean => type.startsWith(`${OWNER}/`);
