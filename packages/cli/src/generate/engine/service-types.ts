import type { Site } from '../../project/site.ts';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { membersOf } from '../../edit/declaration-edit.ts';
import { NotUnderstoodError } from '../../edit/not-understood.ts';
import { type Node, parseModule } from '../../edit/syntax.ts';
import type { Change } from './change.ts';

/** The types of services by their ids, from a project's interface `Services`. */
export function serviceTypes({ root }: Site, change: Pick<Change, 'read'>): Map<string, string> {
  const types = new Map<string, string>();
  for (const path of readdirSync(root, { encoding: 'utf8' })) {
    if (path.endsWith('.ts')) addTypes(types, path, change);
  }
  for (const folder of ['config', 'src']) {
    for (const path of filesOf(join(root, folder))) addTypes(types, `${folder}/${path}`, change);
  }
  return types;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll(sep, '/'))
      .filter((path) => path.endsWith('.ts'));
  } catch {
    return [];
  }
}

interface Declared extends Node {
  readonly id?: { readonly name?: string };
  readonly body?: Node & { readonly body?: readonly Declared[] };
  readonly declaration?: Declared | null;
}

function addTypes(types: Map<string, string>, file: string, change: Pick<Change, 'read'>): void {
  const text = change.read(file) ?? '';
  if (!/\binterface\s+Services\b/.test(text)) return;
  try {
    for (const { id, ...statement } of allDeclared(
      parseModule(text, file).program.body as readonly Declared[],
    )) {
      if (statement.type !== 'TSInterfaceDeclaration' || id?.name !== 'Services') continue;
      for (const [name, type] of membersOf(text, statement)) {
        const isPromise = type.startsWith('Promise<');
        types.set(name, isPromise ? `Awaited<Services['${name}']>` : `Services['${name}']`);
      }
    }
  } catch (error) {
    if (!(error instanceof NotUnderstoodError)) throw error;
  }
}

/** Declarations of a module, including those within `declare module '…' { … }`. */
function allDeclared(statements: readonly Declared[]): Declared[] {
  return statements.flatMap((statement) => {
    const declared = statement.declaration ?? statement;
    return declared.type === 'TSModuleDeclaration' ? allDeclared(declared.body?.body ?? []) : [declared];
  });
}
