import { diffLines } from 'diff';
import { addToConfig, type ConfigEntry } from '../../src/edit/config-edit.ts';
import { addImport } from '../../src/edit/imports.ts';
import { routeEntry } from '../../src/generate/route/route-registration.ts';

const about = {
  path: '/about',
  methods: ['GET'],
  name: 'about',
  tokens: {},
  group: '',
  guards: { code: [], imports: [] },
};

/** A route that is added to configuration files. */
export const route: ConfigEntry = entryFor('routes.global.ts');
/** The same route, written in one line. */
export const inLine = "route('GET', '/about', About, { name: 'about' })";
export const imported = "import { About } from '#app/action/about';";

function entryFor(file: string): ConfigEntry {
  return routeEntry(file, about, 'About');
}

/** Adds the route and its imports. */
export function edit(text: string, file: string): string {
  return addImport(addToConfig(text, file, entryFor(file)), file, {
    name: 'About',
    from: '#app/action/about',
  });
}

/** The lines of `after` that are not in `before`; removed lines begin with "- ". */
export function insertedLines(before: string, after: string): string[] {
  return diffLines(before, after).flatMap(({ added, removed, value }) =>
    removed ? [`- ${value}`] : added ? value.split(/\r?\n/).filter((line) => line !== '') : [],
  );
}
