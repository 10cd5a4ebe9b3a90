import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

// Examples inside the repository resolve the packages as an app does.
const parent = 'dist';

/**
 * Writes examples to a new folder. The keys are file names without extension.
 *
 * @returns the folder, which the caller removes
 */
export async function writeExamples(examples: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'fw-examples-'));
  for (const [name, code] of Object.entries(examples)) await writeFile(join(folder, `${name}.ts`), code);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    rootDir: '.',
    isolatedDeclarations: false,
    declaration: false,
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
  );
  return folder;
}

/** Compiles examples with the compiler options of the framework. */
export async function compileExamples(folder: string): Promise<void> {
  await execa(join('node_modules', '.bin', 'tsc'), ['-p', folder]);
}
