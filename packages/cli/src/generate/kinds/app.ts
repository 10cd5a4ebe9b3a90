import { classQuestion, featureQuestion, placeQuestions } from '../engine/common-questions.ts';
import { registerService } from '../engine/class-files.ts';
import type { Generator } from '../engine/generator.ts';
import { makeClass } from '../engine/make-class.ts';
import { kebabCase } from '../engine/names.ts';
import { pipe } from '../engine/pipeline-entry.ts';

export const app: Generator = {
  kind: 'app',
  summary: 'Generate a sub-application with its own routes under a path prefix, with a test',
  questions: [
    { ...classQuestion, message: 'Name', help: 'the name of the sub-application as a service, as in Blog' },
    ...placeQuestions('50', 'required'),
    featureQuestion,
  ],
  examples: ['app --class Blog --path /blog', 'app --class Api --path /api/v2 --feature api'],

  async plan(project, answers, change) {
    const { class: className = '', path = '', feature = '' } = answers;
    const created = await makeClass(project, change, answers, {
      source: 'app/application.ts',
      folder: 'app',
      imports: [],
      values: { path },
    });
    registerService(project, change, created, 'factories', feature);
    pipe(project, change, { className }, answers, { method: 'pipe', before: 'pipeRoutingMiddleware' });
    return {
      routes: [{ name: kebabCase(className), method: 'GET', path }],
      pipeline: [className],
      services: [className],
    };
  },
};
