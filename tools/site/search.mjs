/** How the website searches: the title of a page counts most, words may begin with what is typed. */
export const searchOptions = { boost: { title: 6, titles: 2, text: 1 }, fuzzy: 0.2, prefix: true };
