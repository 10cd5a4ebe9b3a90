// The API reference, written by TypeDoc from the declarations of the built packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, OptionDefaults, ReflectionKind } from 'typedoc';
import { content } from './pages.mjs';

const packages = join(import.meta.dirname, '../../packages');
const folder = join(content, 'reference/api');
/** Entry points that no app imports. */
const INTERNAL = new Set(['fw-runtime/internal', 'fw-devtools/attach', 'fw-devtools/inspection']);

/** @returns {{ name: string, file: string }[]} the entry points of all packages, with their declarations */
export function entryPoints() {
  return ['runtime', 'middleware', 'otel', 'devtools'].flatMap((each) => {
    const { name, exports } = JSON.parse(readFileSync(join(packages, each, 'package.json'), 'utf8'));
    return Object.entries(exports)
      .filter(([, file]) => file.endsWith('.js'))
      .map(([path, file]) => ({
        name: name + path.slice(1),
        file: join(packages, each, file.replace(/\.js$/, '.d.ts')),
      }))
      .filter(({ name }) => !INTERNAL.has(name));
  });
}

/** Writes a page for each entry point, and one for each class. */
export async function writeApiPages() {
  const entries = entryPoints();
  const missing = entries.find(({ file }) => !existsSync(file));
  if (missing) throw new Error(`${missing.file} is missing: run npm run build first.`);
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    name: 'API reference',
    entryPoints: entries.map(({ file }) => file),
    tsconfig: join(import.meta.dirname, 'tsconfig.json'),
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    excludeExternals: true,
    githubPages: false,
    skipErrorChecking: true,
    validation: { notExported: false, invalidLink: false, rewrittenLink: false },
    blockTags: [...OptionDefaults.blockTags, '@source'],
    logLevel: 'Warn',
    out: folder,
    // Options of typedoc-plugin-markdown.
    outputFileStrategy: 'members',
    membersWithOwnFile: ['Class'],
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    useCodeBlocks: false,
    expandObjects: false,
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true, hideSources: true },
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the declarations.');
  for (const module of project.children ?? []) {
    module.name = entries.find(({ file }) => nameOf(file) === module.name)?.name ?? module.name;
  }
  resolveLinks(project);
  await app.generateOutputs(project);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.md')) finishPage(join(folder, path));
  }
}

/** Links names that the module of a comment doesn't import, such as errors, to their pages. */
function resolveLinks(project) {
  const named = new Map();
  for (const reflection of project.getReflectionsByKind(ReflectionKind.SomeModule).flatMap(childrenOf)) {
    if (!named.has(reflection.name)) named.set(reflection.name, reflection);
  }
  for (const { comment } of Object.values(project.reflections)) {
    const parts = comment ? [comment.summary, ...comment.blockTags.map(({ content }) => content)].flat() : [];
    for (const part of parts) {
      if (part.kind === 'inline-tag' && part.tag === '@link') part.target ??= named.get(part.text);
    }
  }
}

function childrenOf({ children = [] }) {
  return children.filter(({ kind }) => kind !== ReflectionKind.Reference);
}

function nameOf(file) {
  return file.replace(`${packages}/`, '').replace(/(?:\/index)?\.d\.ts$/, '');
}

/** Adds the import of a class, removes repeated content, and links the references to rules. */
function finishPage(file) {
  const [, module, name] = /api[\\/](.+?)[\\/](?:index\.md|classes[\\/](\w+)\.md)$/.exec(file) ?? [];
  const text = withoutInherited(readFileSync(file, 'utf8'))
    .replace(
      /^# (?:Class|Interface|Function): (.+)$/m,
      (_, title) => `# ${title.replace(/\\<.*/, '')}\n\n${originOf(module, name)}`,
    )
    .replaceAll(/^#+ (?:Overrides|Implementation of)\n\n.+\n\n/gm, '')
    // Headings for these would be most of the page, and of its outline.
    .replaceAll(/^#{3,6} (Parameters|Returns|Throws|Example|Type Parameters|Default Value|See)$/gm, '**$1**')
    .replaceAll(/\brules? ([A-Z]\d+)\b/g, (all, rule) => `[${all}](/rules#${rule.toLowerCase()})`);
  writeFileSync(file, text);
}

/** Members that a class inherits from another class have their description there. */
function withoutInherited(text) {
  return text
    .split(/^(?=#{2,3} )/m)
    .map((part) => {
      if (!/^#+ Inherited from$/m.test(part) || !part.startsWith('### ')) return part;
      const [, name] = /^### (.+)$/m.exec(part) ?? [];
      const [, link] = /^#+ Inherited from\n\n(.+)$/m.exec(part) ?? [];
      return link?.startsWith('[')
        ? `- \`${name?.replaceAll('\\', '')}\`: see ${link.split('.[')[0]}\n\n`
        : part;
    })
    .join('')
    .replaceAll(/(?<=^- .+)\n\n(?=- `)/gm, '\n')
    .replaceAll(/^#+ Inherited from\n\n.+\n\n/gm, '');
}

/** Badges for the variants, and the import of a class. */
function originOf(module, name) {
  const badges = { 'fw-runtime': ['A', 'B'], 'fw-runtime/a': ['A'], 'fw-runtime/b': ['B'] }[module] ?? [];
  const from = module === 'fw-runtime' ? 'fw-runtime/b' : module;
  return [
    ...badges.map((variant) => `<Badge type="info" text="Variant ${variant}" />`),
    `\n\n\`\`\`ts\nimport { ${name} } from '${from}';\n\`\`\``,
  ].join(' ');
}

/** The navigation of the reference: its first page, which lists all entry points, and those of the runtime. */
export function apiSidebar() {
  const names = ['fw-runtime', 'fw-runtime/b', 'fw-runtime/a'];
  return [
    { text: 'API reference', link: '/reference/api/' },
    ...names.map((name) => ({ text: name, link: `/reference/api/${name}/` })),
  ];
}
