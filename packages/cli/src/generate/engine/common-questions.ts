import type { Flag } from '#command-line/flag';
import type { Project } from '../../project/project.ts';
import { listOf } from './generator.ts';
import { validateClassName, validateFileName } from './names.ts';

export const classQuestion: Flag<Project> = {
  name: 'class',
  placeholder: '<Name>',
  message: 'Class',
  help: 'the name of the class, as in ShowPost',
  validate: validateClassName,
};

export const featureQuestion: Flag<Project> = {
  name: 'feature',
  placeholder: '<name>',
  message: 'Feature, for separate files (none: leave empty)',
  help: 'a feature such as blog, with config/autoload/blog.global.ts, src/blog and test/blog',
  initial: () => '',
  validate: (answer) => (answer === '' ? undefined : validateFileName(answer)),
};

export const servicesQuestion: Flag<Project> = {
  name: 'services',
  placeholder: '<ids>',
  message: 'Services to inject, as in config,Mailer (none: empty)',
  help: 'services to inject, by id or class, as in config,Mailer',
  initial: () => '',
  separator: ',',
  validate: (answer) => {
    const ids = listOf(answer);
    if (ids.includes('none')) return '"none" is not the id of a service: leave it empty for none.';
    const wrong = ids.find((id) => !/^[A-Za-z_$][\w$.-]*$/.test(id));
    return wrong === undefined
      ? undefined
      : `"${wrong}" is not the id of a service: use letters, digits, "_", "." and "-".`;
  },
};

const priorityQuestion = (initial: string): Flag<Project> => ({
  name: 'priority',
  placeholder: '<integer>',
  message: 'Priority: higher priorities run first, routing has 1',
  help: 'an integer; higher priorities run first, routing has 1',
  initial: () => initial,
  validate: (answer) =>
    /^-?\d+$/.test(answer) ? undefined : `"${answer}" is not a priority: give an integer, as in ${initial}.`,
  when: (_, { layout }) => layout !== 'programmatic',
});

export const prefixQuestion = (initial: (() => string) | undefined): Flag<Project> => ({
  name: 'path',
  placeholder: '<prefix>',
  message: initial === undefined ? 'Path prefix, as in /blog' : 'Path prefix (everything: leave empty)',
  help: 'the path prefix, as in /admin',
  ...(initial !== undefined && { initial }),
  validate: (answer) => {
    if (answer === '' && initial !== undefined) return undefined;
    if (/^\/[^\s{}[\]?#*]*$/.test(answer) && answer !== '/') return undefined;
    return `"${answer}" is not a path prefix: start with "/" and use no placeholders, as in /admin.`;
  },
});

const keyQuestion: Flag<Project> = {
  name: 'key',
  placeholder: '<key>',
  help: 'the key in middleware_pipeline, with which other files can change the entry',
  initial: ({ class: name = '' }) => name.charAt(0).toLowerCase() + name.slice(1),
  validate: (answer) =>
    /^[A-Za-z_$][\w$-]*$/.test(answer) &&
    answer !== '__proto__' &&
    answer !== 'constructor' &&
    answer !== 'prototype'
      ? undefined
      : `"${answer}" is not a key: use letters, digits, "_" and "-", a letter first.`,
  when: (_, { layout }) => layout !== 'programmatic',
};

/** The place of an entry of the pipeline, whose path prefix may be left out unless it is required. */
export const placeQuestions = (priority: string, prefix?: 'required'): readonly Flag<Project>[] => [
  prefixQuestion(prefix === 'required' ? undefined : () => ''),
  priorityQuestion(priority),
  keyQuestion,
];
