/** How the website searches: titles weigh most, and words match by prefix. */
export const searchOptions = { boost: { title: 6, titles: 2, text: 1 }, fuzzy: 0.2, prefix: true };
