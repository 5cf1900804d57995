/** Words for a page's own properties, in its settings and beside the canvas. */
export const ABOUT_PAGE = {
  about: "About this page",
  titleHelp: "Shown by browsers, in lists and in search results.",
  pageTitle: "Title",
  description: "Description",
  descriptionHelp: "One or two sentences. Search engines and shared links show it.",
  collection: "Collection",
  collectionHelp: "Lists show pages of the same collection, such as journal. One word in small letters.",
  date: "Date",
  dateHelp: "Lists order by it. Such as 2026-03-12.",
  author: "Author",
  noindex: "Keep it out of search engines, feeds and lists",
  picture: "Picture",
  pictureHelp: "For lists, and for links to this page elsewhere.",
  inSearch: "In search results",
  noDescription: "Without a description, search engines choose some words of the page.",
} as const;
