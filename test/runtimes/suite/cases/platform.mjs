/** What a platform hands over. */
export const platform = {};
