import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "Owner",
    may: "may do everything, and decides who else is an owner",
    inSentence: "owner",
    unnamed: "an owner",
  },
  admin: { title: "Admin", may: "may do everything except choose owners", inSentence: "admin", unnamed: "an admin" },
  editor: {
    title: "Editor",
    may: "writes, publishes, and reads what visitors sent",
    inSentence: "editor",
    unnamed: "an editor",
  },
  author: { title: "Author", may: "writes, and another member publishes", inSentence: "author", unnamed: "an author" },
  viewer: { title: "Viewer", may: "looks at the draft and makes remarks", inSentence: "viewer", unnamed: "a viewer" },
};
