import { dirname } from 'node:path';
import { loadConfig } from 'fw-runtime';
import providers from './providers.ts';

export default await loadConfig({ cwd: dirname(import.meta.dirname), providers });
