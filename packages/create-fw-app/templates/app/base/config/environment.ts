import { existsSync } from 'node:fs';
import { chdir, loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';

// Relative paths start at the site's root, wherever the process was started and whether or not it was built.
chdir(fileURLToPath(new URL('.', import.meta.resolve('#root/package.json'))));
// Existing environment variables take precedence over the file.
if (existsSync('.env')) loadEnvFile();
