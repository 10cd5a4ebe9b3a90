import { UsageError } from '../../errors.ts';
import { addBeforeDispatch } from '../edit/before-dispatch.ts';
import { addImport } from '../edit/imports.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import {
  classQuestion,
  featureQuestion,
  keyQuestion,
  prefixQuestion,
  priorityQuestion,
  servicesQuestion,
} from './common-questions.ts';
import { configFile } from './config-files.ts';
import type { Generator } from './generator.ts';
import { type MadeClass, makeClass } from './make-class.ts';
import { pipe } from './pipeline-entry.ts';

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
    const { class: className = '', path = '', routing } = answers;
    const made = await makeClass(site, change, answers, {
      source: 'middleware/middleware.ts',
      folder: 'middleware',
      imports: [
        'type HttpResponse',
        'type ServerRequest',
        site.variant === 'a' ? 'type Next' : 'type Delegate',
      ],
      values: { sample: path === '' ? '/' : path },
    });
    if (routing === 'after' && site.form !== 'programmatic') {
      if (path !== '') {
        throw new UsageError(
          '--path cannot be given with --routing after: what stands there runs for every route.',
        );
      }
      pipeAfterRouting(site, change, made);
    } else {
      const before = routing === 'after' ? 'pipeDispatchMiddleware' : 'pipeRoutingMiddleware';
      pipe(site, change, made, answers, { method: 'pipe', before });
    }
    return { pipeline: [className], services: made.services };
  },
};

function pipeAfterRouting(site: Site, change: Change, { className, module, isService }: MadeClass): void {
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
