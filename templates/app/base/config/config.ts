import { dirname } from 'node:path';
import { loadConfig } from 'fw-runtime';

export default await loadConfig({ cwd: dirname(import.meta.dirname) });
