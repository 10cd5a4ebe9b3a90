import { dirname } from 'node:path';
import { loadConfig } from 'fw-runtime';

// In this order, later files over earlier ones: global, *.global, local, *.local of config/autoload.
export default await loadConfig({ cwd: dirname(import.meta.dirname) });
