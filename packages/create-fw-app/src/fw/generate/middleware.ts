import { UsageError } from '../../errors.ts';
import { addBeforeDispatch } from '../edit/between.ts';
import { addImport } from '../edit/imports.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { classFiles, injectedServices, registerClass } from './class-files.ts';
import type { ClassFiles } from './class-files.ts';
import {
  classQuestion,
  featureQuestion,
  keyQuestion,
  prefixQuestion,
  priorityQuestion,
  servicesQuestion,
} from './common-questions.ts';
import { configFile } from './config-files.ts';
import { listOf } from './generator.ts';
import type { Generator } from './generator.ts';
import { headerCase } from './names.ts';
import { pipe } from './pipeline-entry.ts';
import { render } from './render.ts';
import { sourceValues } from './source-values.ts';

export const middleware: Generator = {
  kind: 'middleware',
  summary: 'a middleware in the pipeline, and a test',
  questions: [
    classQuestion,
    {
      name: 'routing',
      placeholder: '<before|after>',
      message: 'Where it runs',
      help: 'before routing, or after it and before the route runs',
      initial: () => 'before',
      choices: {
        before: 'before routing: for every request',
        after: 'after routing: knows the route, and runs before it',
      },
    },
    prefixQuestion(() => ''),
    priorityQuestion('100'),
    keyQuestion,
    servicesQuestion,
    featureQuestion,
  ],
  examples: [
    'middleware --class Timing',
    'middleware --class Guard --path /admin --priority 500',
    'middleware --class Audit --routing after --services config',
  ],

  async plan(site, answers, change) {
    const { class: className = '', feature = '', path = '', key = '', priority = '100', routing } = answers;
    const files = classFiles(site, className, 'middleware', feature);
    const injected = injectedServices(site, change, listOf(answers['services']));
    const header = `X-${headerCase(className)}`;
    const names = [
      'type HttpResponse',
      'type ServerRequest',
      site.variant === 'a' ? 'type Next' : 'type Delegate',
    ];
    const values = {
      ...sourceValues(site, files, names, injected),
      header,
      sample: path === '' ? '/' : path,
    };
    change.create(files.source, await render('middleware/middleware.ts', values));
    change.create(files.test, await render('middleware/test.ts', values));
    const isService = injected.length > 0;
    registerClass(site, change, files, isService, feature);
    if (routing === 'after' && site.form !== 'programmatic') {
      if (path !== '') {
        throw new UsageError(
          '--path cannot be given with --routing after: what stands there runs for every route.',
        );
      }
      pipeAfterRouting(site, change, files, isService);
    } else {
      const before = routing === 'after' ? 'pipeDispatchMiddleware' : 'pipeRoutingMiddleware';
      const { module } = files;
      const call = { method: 'pipe', before } as const;
      pipe(site, change, { name: className, isService, module, key, path, priority, call }, feature);
    }
    return { pipeline: [className], services: [className, ...injected.map(({ id }) => id)] };
  },
};

function pipeAfterRouting(
  site: Site,
  change: Change,
  { className, module }: ClassFiles,
  isService: boolean,
): void {
  const file = configFile(site, 'pipeline', '');
  change.edit(
    file,
    '',
    (text) => {
      const edited = addBeforeDispatch(text, file, isService ? `'${className}'` : className);
      return edited === text || isService
        ? edited
        : addImport(edited, file, { name: className, from: module });
    },
    `// Between ROUTING_MIDDLEWARE and DISPATCH_MIDDLEWARE:\n${className},`,
  );
}
