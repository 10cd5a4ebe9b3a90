import { registerService } from '../engine/class-files.ts';
import { classQuestion, featureQuestion, servicesQuestion } from '../engine/common-questions.ts';
import type { Generator } from '../engine/generator.ts';
import { makeClass } from '../engine/make-class.ts';

export const service: Generator = {
  kind: 'service',
  summary: 'Generate a service with a test',
  questions: [classQuestion, servicesQuestion, featureQuestion],
  examples: ['service --class Mailer', 'service --class Newsletter --services Mailer,config --feature news'],

  async plan(project, answers, change) {
    const template = { source: 'service/service.ts', folder: 'service', imports: [] };
    const created = await makeClass(project, change, answers, template);
    registerService(project, change, created, 'invokables', answers['feature'] ?? '');
    return { services: [created.className, ...created.services] };
  },
};
