/** The folder of the files that tell the compiler what a site has, relative to the site. */
export const TYPES_FOLDER = '.fw/types';
