// plop reads no TypeScript itself, so this reads plopfile.ts for it.
import { tsImport } from 'tsx/esm/api';

const { default: plopfile } = await tsImport('./plopfile.ts', import.meta.url);
export default plopfile;
