/**
 * Started by `fw dev` on Deno, which ignores `--import` among the arguments of a forked process: imports a module and then the
 * program. Both are the first arguments, and the arguments of the program follow.
 *
 * @module
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.splice(2, 2)) await import(pathToFileURL(resolve(file)).href);
