import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Diagnostic } from 'typescript/unstable/sync';
import { onTestFinished } from 'vitest';

// Inside the repository, so that the program finds the built package as a project would.
const parent = fileURLToPath(new URL('../../../../dist', import.meta.url));

/** Writes a file of a project with a tsconfig as strict as the framework's; removed with the test. */
export function layDownProgram(source: string): { readonly folder: string; readonly file: string } {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'fw-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.ts');
  const compilerOptions = {
    noEmit: true,
    isolatedDeclarations: false,
    declaration: false,
  };
  writeFileSync(file, source);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
  );
  return { folder, file };
}

export interface Checked {
  /** The first line of each error. */
  readonly errors: readonly string[];
  /** The innermost line of each error, of several overloads that of the first. */
  readonly reasons: readonly string[];
  /** The hover of an editor for each name that is marked by a comment, such as `/*?*\/ request`. */
  readonly shown: Readonly<Record<string, string>>;
}

// One program for all files of a project, as in an editor, so that the types of Node and of the framework are read
// once.
let compiler: API | undefined;

/** An editor's messages for a file of a project. */
export function checkProgram(source: string): Checked {
  const { folder, file } = layDownProgram(source);
  const config = join(folder, 'tsconfig.json');
  compiler ??= new API({ cwd: parent });
  const snapshot = compiler.updateSnapshot({ openProjects: [config] });
  try {
    const project = snapshot.getProject(config);
    if (project === undefined) throw new Error(`There is no project in ${folder}.`);
    const shown: Record<string, string> = {};
    for (const { 0: mark, 1: name = '', index } of source.matchAll(/\/\*\?\*\/ (\w+)/g)) {
      const type = project.checker.getTypeAtPosition(file, index + mark.length - name.length);
      shown[name] = type === undefined ? 'nothing' : project.checker.typeToString(type);
    }
    const diagnostics = project.program.getSemanticDiagnostics(file);
    return { errors: diagnostics.map(({ text }) => text), reasons: diagnostics.map(reasonOf), shown };
  } finally {
    snapshot.dispose();
    compiler.updateSnapshot({ closeProjects: [config] }).dispose();
  }
}

function reasonOf({ text, messageChain = [] }: Diagnostic): string {
  const inner = messageChain[0];
  return inner === undefined ? text : reasonOf(inner);
}
