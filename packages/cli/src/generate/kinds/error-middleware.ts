import {
  classQuestion,
  featureQuestion,
  placeQuestions,
  servicesQuestion,
} from '../engine/common-questions.ts';
import type { Generator } from '../engine/generator.ts';
import { makeClass } from '../engine/make-class.ts';
import { pipe } from '../engine/pipeline-entry.ts';

export const errorMiddleware: Generator = {
  kind: 'error-middleware',
  summary: 'Generate error middleware with a test',
  variant: 'a',
  questions: [classQuestion, ...placeQuestions('-100'), servicesQuestion, featureQuestion],
  examples: [
    'error-middleware --class Apology',
    'error-middleware --class ApiErrors --path /api --priority -50',
  ],

  async plan(project, answers, change) {
    const { class: className = '', path = '', priority } = answers;
    const isBehind = project.layout === 'programmatic' || Number(priority) < 1;
    const created = await makeClass(project, change, answers, {
      source: 'error-middleware/middleware.ts',
      folder: 'middleware',
      imports: ['type HttpResponse', 'type Next', 'type ServerRequest'],
      values: isBehind
        ? { path, where: ' behind dispatching', after: 'dispatch' }
        : { path, where: '', after: '' },
    });
    pipe(project, change, created, answers, { method: 'pipeErrorHandler' });
    return { pipeline: [className], services: created.services };
  },
};
