import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parse } from '@babel/parser';
import { expect, test } from 'vitest';
import { packages } from '../support/packages.ts';

type Statement = ReturnType<typeof parse>['program']['body'][number];
type Comments = Statement['leadingComments'];
type Class = Extract<Statement, { type: 'ClassDeclaration' }>;
type Interface = Extract<Statement, { type: 'TSInterfaceDeclaration' }>;
type Member = Class['body']['body'][number] | Interface['body']['body'][number];

/** The entry points that no app imports. */
const INTERNAL = new Set([
  'fw-runtime/internal',
  'fw-devtools/attach',
  'fw-devtools/inspection',
  'fw-cli/fw',
]);

/** The place that an exported or imported name comes from. */
interface Source {
  readonly path: string;
  readonly name: string;
}

interface Declaration {
  readonly file: string;
  readonly node: Statement;
  /** The comments in front of the declaration, before `export` when it is exported. */
  readonly comments: Comments;
}

interface Module {
  readonly declared: ReadonlyMap<string, readonly Declaration[]>;
  /** The names that come from other modules, whether they are exported or imported only. */
  readonly from: ReadonlyMap<string, Source>;
  readonly exported: ReadonlySet<string>;
  /** The modules of `export *`. */
  readonly all: readonly string[];
}

const entries = new Map(packages().flatMap((each) => Object.entries(each.entries)));
const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const module = modules.get(file) ?? read(file);
  modules.set(file, module);
  return module;
}

function read(file: string): Module {
  const { program } = parse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: ['typescript'] });
  const declared = new Map<string, Declaration[]>();
  const from = new Map<string, Source>();
  const exported = new Set<string>();
  const all: string[] = [];
  const declare = (node: Statement, comments: Comments, isExported: boolean): void => {
    for (const name of namesOf(node)) {
      declared.set(name, [...(declared.get(name) ?? []), { file, node, comments }]);
      if (isExported) exported.add(name);
    }
  };
  for (const node of program.body) {
    if (node.type === 'ExportAllDeclaration') all.push(node.source.value);
    else if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
        from.set(specifier.local.name, { path: node.source.value, name });
      }
    } else if (node.type !== 'ExportNamedDeclaration') declare(node, node.leadingComments, false);
    else {
      if (node.declaration) declare(node.declaration, node.leadingComments, true);
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ExportSpecifier') continue;
        const name = nameOf(specifier.exported);
        exported.add(name);
        if (node.source) from.set(name, { path: node.source.value, name: specifier.local.name });
      }
    }
  }
  return { declared, from, exported, all };
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.type === 'Identifier' ? (node.name ?? '') : String(node.value);
}

function namesOf(node: Statement): string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.map(({ id }) => nameOf(id as never));
  const { id } = node as { readonly id?: { readonly type: string; readonly name?: string } | null };
  return id ? [nameOf(id)] : [];
}

/** The file of an imported module; undefined for a package from elsewhere. */
function fileOf(path: string, importer: string): string | undefined {
  return path.startsWith('.') ? join(dirname(importer), path) : entries.get(path);
}

function exportsOf(file: string): readonly Declaration[] {
  const { exported, all } = moduleOf(file);
  const inherited = all.map((path) => fileOf(path, file)).filter((path) => path !== undefined);
  return [...[...exported].flatMap((name) => find(file, name)), ...inherited.flatMap(exportsOf)];
}

/** The declarations of a name that a module declares, imports or exports. */
function find(file: string, name: string): readonly Declaration[] {
  const { declared, from } = moduleOf(file);
  const own = declared.get(name);
  const source = from.get(name);
  if (own !== undefined || source === undefined) return own ?? [];
  const other = fileOf(source.path, file);
  return other === undefined ? [] : find(other, source.name);
}

function isClass(node: Statement): node is Class {
  return node.type === 'ClassDeclaration';
}

function isInterface(node: Statement): node is Interface {
  return node.type === 'TSInterfaceDeclaration';
}

/** The classes and interfaces that a declaration extends, and with `implements` those that a class implements. */
function basesOf({ file, node }: Declaration, relation: 'extends' | 'implements'): readonly Declaration[] {
  const types = isClass(node)
    ? relation === 'extends'
      ? [node.superClass]
      : (node.implements ?? [])
    : isInterface(node) && relation === 'extends'
      ? (node.extends ?? [])
      : [];
  return types.flatMap((type) => {
    const named = (type as { readonly expression?: unknown } | null)?.expression ?? type;
    const { name } = (named ?? {}) as { readonly name?: string };
    return name === undefined
      ? []
      : find(file, name).filter(({ node }) => isClass(node) || isInterface(node));
  });
}

function membersOf({ node }: Declaration): readonly Member[] {
  return isClass(node) || isInterface(node) ? node.body.body : [];
}

/** The name of a member that users see; undefined for private members, and for members under a symbol. */
function shownName(member: Member): string | undefined {
  const { type, key, computed, accessibility } = member as {
    readonly type: string;
    readonly key?: { readonly type: string; readonly name?: string };
    readonly computed?: boolean;
    readonly accessibility?: string;
  };
  if (type === 'StaticBlock' || type.startsWith('ClassPrivate') || computed) return undefined;
  if (accessibility === 'private' || accessibility === 'protected') return undefined;
  return key === undefined ? type : nameOf(key);
}

function docstringOf(comments: Comments): string | undefined {
  const docstrings = comments?.filter(({ type, value }) => type === 'CommentBlock' && value.startsWith('*'));
  return docstrings?.at(-1)?.value.replaceAll(/^\s*\*+/gm, '');
}

/** Whether a docstring has a sentence in front of its tags. */
function isDescribed(comments: Comments): boolean {
  return /^\s*(?:[^@\s]|@(?:internal|hidden)\b)/.test(docstringOf(comments) ?? '');
}

/** The names of members that have their docstring in an interface that the class implements, or in its base. */
function inheritedNames(declaration: Declaration): ReadonlySet<string | undefined> {
  const bases = [...basesOf(declaration, 'implements'), ...basesOf(declaration, 'extends')];
  return new Set(bases.flatMap((base) => [...membersOf(base).map(shownName), ...inheritedNames(base)]));
}

function place({ file }: Declaration, { loc }: { readonly loc?: Statement['loc'] }, name: string): string {
  return `${file}:${loc?.start.line}: ${name}`;
}

/** The members without a docstring, of a declaration and of the classes and interfaces that it extends. */
function undescribedMembers(declaration: Declaration): readonly string[] {
  const inherited = inheritedNames(declaration);
  const described = new Set<string>();
  const missing = new Map<string, string>();
  for (const member of membersOf(declaration)) {
    const name = shownName(member);
    if (name === undefined || inherited.has(name)) continue;
    const { override } = member as { readonly override?: boolean };
    // The first of several overloads, or of a getter and a setter, has the docstring.
    if (override || isDescribed(member.leadingComments)) described.add(name);
    else if (!described.has(name)) missing.set(name, place(declaration, member, name));
  }
  return [...missing.values(), ...basesOf(declaration, 'extends').flatMap(undescribedMembers)];
}

const exported = [...entries]
  .filter(([name]) => !INTERNAL.has(name))
  .map(([name, file]) => ({ name, declarations: [...new Set(exportsOf(file))] }));

test.each(exported)('everything that $name exports has a docstring', ({ declarations }) => {
  expect(declarations).not.toEqual([]);
  expect(
    // A type and a value of the same name may share a docstring.
    declarations
      .filter((each) => !declarations.some((other) => isSame(each, other) && isDescribed(other.comments)))
      .map((each) => place(each, each.node, namesOf(each.node).join(', '))),
    'describe these declarations: what they are for, units, defaults, and when they throw',
  ).toEqual([]);
});

test.each(exported)('every public member of what $name exports has a docstring', ({ declarations }) => {
  expect(
    [...new Set(declarations.flatMap(undescribedMembers))],
    'describe these members: units, defaults, when they are undefined, and when they throw',
  ).toEqual([]);
});

test('the exports and members of all packages are found', () => {
  const declarations = new Set(exported.flatMap((entry) => entry.declarations));
  const members = [...declarations].flatMap((each) => membersOf(each).filter(shownName));

  expect(declarations.size).toBeGreaterThan(350);
  expect(members.length).toBeGreaterThan(700);
});

function isSame({ file, node }: Declaration, other: Declaration): boolean {
  return file === other.file && namesOf(node).some((name) => namesOf(other.node).includes(name));
}
