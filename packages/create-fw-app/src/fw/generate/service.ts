import { classFiles, injectedServices, registerClass } from './class-files.ts';
import { classQuestion, featureQuestion, servicesQuestion } from './common-questions.ts';
import { listOf } from './generator.ts';
import type { Generator } from './generator.ts';
import { sentenceCase } from './names.ts';
import { render } from './render.ts';
import { sourceValues } from './source-values.ts';

export const service: Generator = {
  kind: 'service',
  summary: 'a service of the container, with its factory where it needs others, and a test',
  questions: [classQuestion, servicesQuestion, featureQuestion],
  examples: ['service --class Mailer', 'service --class Newsletter --services Mailer,config --feature news'],

  async plan(site, answers, change) {
    const { class: className = '', feature = '' } = answers;
    const files = classFiles(site, className, 'service', feature);
    const injected = injectedServices(site, change, listOf(answers['services']));
    const values = { ...sourceValues(site, files, [], injected), title: sentenceCase(className) };
    change.create(files.source, await render('service/service.ts', values));
    change.create(files.test, await render('service/test.ts', values));
    registerClass(site, change, files, injected.length > 0, feature);
    return { services: [className, ...injected.map(({ id }) => id)] };
  },
};
