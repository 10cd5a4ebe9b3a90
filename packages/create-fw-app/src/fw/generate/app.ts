import { Reference } from '../edit/code.ts';
import { classFiles } from './class-files.ts';
import {
  classQuestion,
  featureQuestion,
  keyQuestion,
  prefixQuestion,
  priorityQuestion,
} from './common-questions.ts';
import { configFile, configure } from './config-files.ts';
import type { Generator } from './generator.ts';
import { kebabCase, sentenceCase } from './names.ts';
import { pipe } from './pipeline-entry.ts';
import { render } from './render.ts';
import { sourceValues } from './source-values.ts';

export const app: Generator = {
  kind: 'app',
  summary: 'a sub-application with routes of its own under a path prefix, and a test',
  questions: [
    { ...classQuestion, message: 'Name', help: 'the name of the sub-application as a service, as in Blog' },
    prefixQuestion(undefined),
    priorityQuestion('50'),
    keyQuestion,
    featureQuestion,
  ],
  examples: ['app --class Blog --path /blog', 'app --class Api --path /api/v2 --feature api'],

  async plan(site, answers, change) {
    const { class: className = '', feature = '', path = '', key = '', priority = '50' } = answers;
    const files = classFiles(site, className, 'app', feature);
    const { module } = files;
    const values = {
      ...sourceValues(site, files, []),
      path,
      file: kebabCase(className),
      title: sentenceCase(className),
    };
    change.create(files.source, await render('app/application.ts', values));
    change.create(files.test, await render('app/test.ts', values));
    const factory = `create${className}`;
    configure(
      site,
      change,
      configFile(site, 'dependencies', feature),
      { path: ['dependencies', 'factories'], key: className, value: new Reference(factory), within: 'map' },
      [{ name: factory, from: module }],
    );
    const call = { method: 'pipe', before: 'pipeRoutingMiddleware' } as const;
    pipe(site, change, { name: className, isService: true, module, key, path, priority, call }, feature);
    return {
      routes: [{ name: kebabCase(className), method: 'GET', path }],
      pipeline: [className],
      services: [className],
    };
  },
};
