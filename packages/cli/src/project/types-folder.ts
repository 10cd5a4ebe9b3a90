/** The folder of generated type files, relative to the project. */
export const TYPES_FOLDER = '.fw/types';
