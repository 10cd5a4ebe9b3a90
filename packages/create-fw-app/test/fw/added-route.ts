import { diffLines } from 'diff';

import { Reference } from '../../src/fw/edit/code.ts';
import { addToConfig, type ConfigEntry } from '../../src/fw/edit/config-edit.ts';
import { addImport } from '../../src/fw/edit/imports.ts';

/** A route that is added to configuration files. */
export const route: ConfigEntry = {
  path: ['routes'],
  key: 'about',
  value: { name: 'about', path: '/about', middleware: new Reference('About'), allowed_methods: ['GET'] },
  within: 'list',
  isSame: (existing) => (existing as { path?: unknown }).path === '/about',
};
/** The same as it is written in one line. */
export const inLine = "{ name: 'about', path: '/about', middleware: About, allowed_methods: ['GET'] }";
export const imported = "import { About } from '#app/action/about';";

/** Adds the route and what it imports. */
export function edit(text: string, file: string): string {
  return addImport(addToConfig(text, file, route), file, { name: 'About', from: '#app/action/about' });
}

/** The lines of `after` that are not in `before`; what was removed begins with "- ". */
export function insertedLines(before: string, after: string): string[] {
  return diffLines(before, after).flatMap(({ added, removed, value }) =>
    removed ? [`- ${value}`] : added ? value.split(/\r?\n/).filter((line) => line !== '') : [],
  );
}
