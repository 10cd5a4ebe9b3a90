// plop reads no TypeScript itself: Node 22.18 and newer does, and tsx for an older one.
const { default: plopfile } = process.features.typescript
  ? await import('./plopfile.ts')
  : await import('tsx/esm/api').then(({ tsImport }) => tsImport('./plopfile.ts', import.meta.url));
export default plopfile;
