import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import { addBeforeDispatch } from '../../edit/before-dispatch.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from '../engine/change.ts';
import {
  classQuestion,
  featureQuestion,
  placeQuestions,
  servicesQuestion,
} from '../engine/common-questions.ts';
import { configFile } from '../engine/config-files.ts';
import type { Generator } from '../engine/generator.ts';
import { type CreatedClass, makeClass } from '../engine/make-class.ts';
import { pipe } from '../engine/pipeline-entry.ts';

export const middleware: Generator = {
  kind: 'middleware',
  summary: 'Generate middleware, register it in the pipeline, and add a test',
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
    ...placeQuestions('100'),
    servicesQuestion,
    featureQuestion,
  ],
  examples: [
    'middleware --class Timing',
    'middleware --class Guard --path /admin --priority 500',
    'middleware --class Audit --routing after --services config',
  ],

  async plan(project, answers, change) {
    const { class: className = '', path = '', routing } = answers;
    const created = await makeClass(project, change, answers, {
      source: 'middleware/middleware.ts',
      folder: 'middleware',
      imports: [
        'type HttpResponse',
        'type ServerRequest',
        project.variant === 'a' ? 'type Next' : 'type Delegate',
      ],
      values: { sample: path === '' ? '/' : path, ...placeOf(project, answers) },
    });
    if (routing === 'after' && project.layout !== 'programmatic') {
      if (path !== '') {
        throw new UsageError(
          '--path cannot be given with --routing after: middleware there runs for every route.',
        );
      }
      pipeAfterRouting(project, change, created);
    } else {
      const before = routing === 'after' ? 'pipeDispatchMiddleware' : 'pipeRoutingMiddleware';
      pipe(project, change, created, answers, { method: 'pipe', before });
    }
    return { pipeline: [className], services: created.services };
  },
};

/**
 * The position as far as the generated test can check it: relative to routing and dispatching, which have priority 1.
 */
function placeOf(
  { layout }: Project,
  { routing, priority }: Answers,
): { where: string; before: string; after: string } {
  if (routing === 'after') {
    return { where: ' between routing and dispatching', before: 'dispatch', after: 'routing' };
  }
  return layout === 'programmatic' || Number(priority) > 1
    ? { where: ' before routing', before: 'routing', after: '' }
    : { where: '', before: '', after: '' };
}

function pipeAfterRouting(project: Project, change: Change, { className, module }: CreatedClass): void {
  const file = configFile(project, 'pipeline', '');
  const snippet = `// Between ROUTING_MIDDLEWARE and DISPATCH_MIDDLEWARE:\n${className},`;
  const imported = { name: className, from: module };
  change.edit(file, '', (text) => addBeforeDispatch(text, file, className), snippet, [imported]);
}
