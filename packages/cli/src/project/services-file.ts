import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RegisteredNames } from 'fw-devtools';
import type { FrameworkServices } from 'fw-runtime';
import { AUTOLOAD_FOLDER, listed } from '#command-line/autoload-list';
import { printKey, quotedAs } from '../edit/code.ts';
import { ConfigShape } from '../edit/config-shape.ts';
import { understood } from '../edit/syntax.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { readIn } from './files.ts';
import { type Members, printAugmentation } from './augmentation.ts';
import { ConfigKeyTypes, ConfiguredTypes } from './configured-types.ts';
import { References } from './type-references.ts';
import { dependenciesIn } from '../edit/manifest-edit.ts';

/** Services whose types the framework knows. */
const FRAMEWORK_SERVICES: ReadonlySet<string> = new Set(
  Object.keys({
    config: true,
    RouterInterface: true,
    ErrorRenderer: true,
    Logger: true,
    FinalHandler: true,
    ErrorResponseGenerator: true,
    DefaultDelegate: true,
  } satisfies Record<keyof FrameworkServices, true>),
);

const COMPLETE: Members = new Map([['complete', 'true']]);

/**
 * The type file with the names of the app's services, and with the types that are visible in the text of shared
 * configuration files.
 *
 * @param root the absolute folder of the project
 * @param names of the app; if absent, the file lists only services whose types are known, and isn't complete
 * @returns undefined when there are no services to list
 */
export function servicesFile(
  root: string,
  style: TextStyle,
  names: RegisteredNames | undefined,
): string | undefined {
  const { services, keys } = typesIn(root);
  const packages = packageClasses(readIn(root, 'package.json') ?? '{}');
  const typeOf = (id: string): string => {
    const from = packages.get(id);
    return from === undefined ? 'unknown' : quotedAs(`import('${from}').${id}`, style);
  };
  const members = new Map(
    names?.services.flatMap((id) => (FRAMEWORK_SERVICES.has(id) ? [] : [[id, typeOf(id)]])),
  );
  if (names?.config !== undefined) members.set('config', configType(names.config, keys, style));
  for (const [id, type] of services.all()) {
    if (names === undefined || names.services.includes(id)) members.set(id, quotedAs(type, style));
  }
  if (members.size === 0 && names === undefined) return undefined;
  const types = [...members.values()];
  const imported = ['ConfigWith', 'MadeBy'].filter((name) => types.some((type) => type.includes(`${name}<`)));
  return printAugmentation(
    "The services of the app. Written by fw types: do not edit; the project's own `Services` takes precedence.",
    { ConfiguredServices: members, ...(names && { ServiceNames: COMPLETE }) },
    style,
    imported,
  );
}

function typesIn(root: string): { services: ConfiguredTypes; keys: ConfigKeyTypes } {
  const services = new ConfiguredTypes();
  const keys = new ConfigKeyTypes();
  const folder = join(root, AUTOLOAD_FOLDER);
  for (const name of existsSync(folder) ? listed(readdirSync(folder)) : []) {
    const file = `${AUTOLOAD_FOLDER}/${name}`;
    const text = readIn(root, file) ?? '';
    understood(() => {
      const shape = new ConfigShape(text, file);
      const references = new References(text, file);
      keys.add(shape, references);
      services.add(shape, references);
    });
  }
  return { services, keys };
}

function configType(keys: readonly string[], types: ConfigKeyTypes, style: TextStyle): string {
  const members = keys
    .toSorted()
    .map((key) => `readonly ${printKey(key, style)}: ${quotedAs(types.of(key), style)}`);
  return `ConfigWith<${members.length === 0 ? '{}' : `{ ${members.join('; ')} }`}>`;
}

/** The services of packages of Fw that are classes, and are injected as such. */
const CLASSES: Readonly<Record<string, readonly string[]>> = { 'fw-jobs': ['Jobs', 'JobWorker'] };

/**
 * The names of the classes, and the packages that export them, as far as these are dependencies.
 *
 * @param manifest the text of the project's package.json
 */
export function packageClasses(manifest: string): Map<string, string> {
  const dependencies = dependenciesIn(manifest);
  return new Map(
    Object.entries(CLASSES).flatMap(([name, classes]) =>
      dependencies.has(name) ? classes.map((each): [string, string] => [each, name]) : [],
    ),
  );
}
