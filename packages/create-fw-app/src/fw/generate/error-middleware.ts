import { classFiles, injectedServices, registerClass } from './class-files.ts';
import {
  classQuestion,
  featureQuestion,
  keyQuestion,
  prefixQuestion,
  priorityQuestion,
  servicesQuestion,
} from './common-questions.ts';
import { listOf } from './generator.ts';
import type { Generator } from './generator.ts';
import { headerCase } from './names.ts';
import { pipe } from './pipeline-entry.ts';
import { render } from './render.ts';
import { sourceValues } from './source-values.ts';

export const errorMiddleware: Generator = {
  kind: 'error-middleware',
  summary: 'a middleware that runs when something above it failed, and a test',
  variant: 'a',
  questions: [
    classQuestion,
    prefixQuestion(() => ''),
    priorityQuestion('-100'),
    keyQuestion,
    servicesQuestion,
    featureQuestion,
  ],
  examples: [
    'error-middleware --class Apology',
    'error-middleware --class ApiErrors --path /api --priority -50',
  ],

  async plan(site, answers, change) {
    const { class: className = '', feature = '', path = '', key = '', priority = '-100' } = answers;
    const files = classFiles(site, className, 'middleware', feature);
    const injected = injectedServices(site, change, listOf(answers['services']));
    const values = {
      ...sourceValues(site, files, ['type HttpResponse', 'type Next', 'type ServerRequest'], injected),
      header: `X-${headerCase(className)}`,
      sample: path,
    };
    change.create(files.source, await render('error-middleware/middleware.ts', values));
    change.create(files.test, await render('error-middleware/test.ts', values));
    const isService = injected.length > 0;
    registerClass(site, change, files, isService, feature);
    const { module } = files;
    const call = { method: 'pipeErrorHandler' } as const;
    pipe(
      site,
      change,
      { name: className, isService, module, key, path, priority, error: true, call },
      feature,
    );
    return { pipeline: [className], services: [className, ...injected.map(({ id }) => id)] };
  },
};
