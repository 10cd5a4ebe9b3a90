import { existsSync } from 'node:fs';
import { chdir, loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';

// Resolve relative paths from the project root, for any working directory and for built code.
chdir(fileURLToPath(new URL('.', import.meta.resolve('#root/package.json'))));
// Existing environment variables take precedence over the file.
if (existsSync('.env')) loadEnvFile();
