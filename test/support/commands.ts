import { fileURLToPath } from 'node:url';

const packages = new URL('../../packages/', import.meta.url);

/** The compiled command `create-fw-app`. */
export const createFwApp: string = fileURLToPath(new URL('create-fw-app/dist/cli.js', packages));

/** The compiled command `fw`. */
export const fw: string = fileURLToPath(new URL('cli/dist/cli/src/cli.js', packages));
