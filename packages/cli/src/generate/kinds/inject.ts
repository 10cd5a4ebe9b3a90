import { unknown } from '#command-line/nearest';
import { UsageError } from '#command-line/errors';
import { addInjection } from '../../edit/inject/add-injection.ts';
import type { Site } from '../../site/site.ts';
import { readIn } from '../../site/files.ts';
import { MIGRATIONS_FOLDER } from '../database/migration-file.ts';
import { servicesQuestion } from '../engine/common-questions.ts';
import { type Exported, exportsOf } from '../parts/exports.ts';
import { type Generator, listOf } from '../engine/generator.ts';
import { type Injected, injectedServices } from '../parts/injection.ts';

const { validate } = servicesQuestion;

export const inject: Generator = {
  kind: 'inject',
  summary: 'Inject another service into an existing class or function',
  questions: [
    {
      name: 'class',
      positional: true,
      placeholder: '<Name>',
      message: 'Class or function to inject into',
      help: 'the exported name of the class, constant or function in src/',
      explain: (_, site) =>
        Object.fromEntries(
          exported(site)
            .filter(({ kind, isInjected }) => kind === 'class' || isInjected)
            .map(({ name, file }) => [name, file]),
        ),
      validate: (name, _, site) => {
        nameIn(site, name);
        return undefined;
      },
    },
    {
      name: 'services',
      positional: true,
      separator: ',',
      placeholder: '<service>…',
      message: 'Services to inject, as in config,Mailer',
      help: 'services to inject, by id or class, as in config Mailer',
      validate: (answer, answers, site) =>
        listOf(answer).length === 0 ? 'Name a service, as in config.' : validate?.(answer, answers, site),
    },
  ],
  examples: ['inject showPost clock', 'inject showPost Posts config'],

  async plan(site, answers, change) {
    const { class: name = '' } = answers;
    const { file, module, kind } = nameIn(site, name);
    const services = injectedServices(site, change, listOf(answers['services']));
    change.edit(
      file,
      '',
      (text) =>
        services.reduce(
          (edited, service) =>
            addInjection(edited, file, name, service, { runtime: site.runtime, own: module }),
          text,
        ),
      services.map((service) => snippetOf(service, kind === 'class')).join('\n\n'),
    );
    return { services: services.flatMap(({ id }) => id ?? []) };
  },
};

/** The exports that may get services: not those of migrations, which can have the name of an action. */
function exported(site: Site): Exported[] {
  return exportsOf(site, { read: (path) => readIn(site.root, path) }).filter(
    ({ file }) => !file.startsWith(`${MIGRATIONS_FOLDER}/`),
  );
}

/** @throws UsageError with the nearest name when it doesn't exist, or when several modules export it */
function nameIn(site: Site, wanted: string): Exported {
  const all = exported(site);
  const [found, other] = all.filter(({ name }) => name === wanted);
  if (found !== undefined && other !== undefined) {
    throw new UsageError(`Both ${found.file} and ${other.file} export ${wanted}: rename one of them first.`);
  }
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name);
  const there =
    names.length > 0 && names.length <= 10
      ? `src/ exports ${names.join(', ')}.`
      : 'src/ has no export with this name.';
  throw unknown(`class or function "${wanted}"`, wanted, names, there);
}

/** @param isClass whether the service is for a class, and not for a function with a list of services */
function snippetOf({ code, field, type, imported, isKnown }: Injected, isClass: boolean): string {
  if (!isClass) {
    const parameter = isKnown ? field : `${field}: ${type}`;
    return `[…, ${code}], (…, ${parameter}) => …`;
  }
  const line =
    imported === undefined
      ? []
      : [`import ${imported.isType === true ? 'type ' : ''}{ ${imported.name} } from '${imported.from}';`];
  return [
    ...line,
    `static readonly inject = [${code}] as const;`,
    `readonly #${field}: ${type};`,
    `constructor(${field}: ${type}) {`,
    `  this.#${field} = ${field};`,
    '}',
  ].join('\n');
}
