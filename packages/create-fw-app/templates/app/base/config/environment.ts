import { existsSync } from 'node:fs';
import { chdir, loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';

// Relative paths start at the site's root, wherever the process was started and whether or not it was built.
chdir(fileURLToPath(new URL('.', import.meta.resolve('#root/package.json'))));
// What the environment holds already counts more than what the file says.
if (existsSync('.env')) loadEnvFile();
