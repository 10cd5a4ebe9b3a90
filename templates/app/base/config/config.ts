import { dirname } from 'node:path';
import { loadConfig } from 'fw-runtime';

// The files of config/autoload/, merged.
export default await loadConfig({ cwd: dirname(import.meta.dirname) });
