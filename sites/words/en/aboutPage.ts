/** Words for a page's own properties, in its settings and beside the canvas. */
export const ABOUT_PAGE = {
  about: "About this page",
  titleHelp: "Browsers, lists and search results show it.",
  pageTitle: "Title",
  description: "Description",
  descriptionHelp: "One or two sentences. Search engines and shared links show it.",
  collection: "Collection",
  collectionHelp: "A list shows the pages of one collection, such as journal. Write one word in small letters.",
  date: "Date",
  dateHelp: "Lists are sorted by this date. Example: 2026-03-12.",
  author: "Author",
  noindex: "Hide this page from search engines, feeds and lists",
  picture: "Picture",
  pictureHelp: "Lists show it, and so do other sites that link to this page.",
  inSearch: "In search results",
  noDescription: "Without a description, search engines choose some text from the page.",
} as const;
