import { Reference } from '../edit/code.ts';
import { classFiles, injectedServices, registerClass } from './class-files.ts';
import { classQuestion, featureQuestion, servicesQuestion } from './common-questions.ts';
import { configFile, configure, registeredServices } from './config-files.ts';
import { listOf } from './generator.ts';
import type { Generator } from './generator.ts';
import { kebabCase } from './names.ts';
import { render } from './render.ts';
import { sourceValues } from './source-values.ts';

export const errorHandler: Generator = {
  kind: 'error-handler',
  summary: 'a listener that the error handler tells of each error, and a test',
  variant: 'b',
  questions: [classQuestion, servicesQuestion, featureQuestion],
  examples: ['error-handler --class ReportErrors', 'error-handler --class MailErrors --services config'],

  async plan(site, answers, change) {
    const { class: className = '', feature = '' } = answers;
    const files = classFiles(site, className, 'listener', feature);
    const injected = injectedServices(site, change, listOf(answers['services']));
    const names = ['type ErrorHandler', 'type HttpResponse', 'type ServerRequest', 'type ServiceDelegator'];
    const values = { ...sourceValues(site, files, names, injected), file: kebabCase(className) };
    change.create(files.source, await render('error-handler/listener.ts', values));
    change.create(files.test, await render('error-handler/test.ts', values));
    registerClass(site, change, files, injected.length > 0, feature);
    const file = configFile(site, 'dependencies', feature);
    if (!registeredServices(site, change).some(({ id }) => id === 'ErrorHandler')) {
      configure(
        site,
        change,
        file,
        {
          path: ['dependencies', 'invokables'],
          key: 'ErrorHandler',
          value: new Reference('ErrorHandler'),
          within: 'map',
        },
        [{ name: 'ErrorHandler', from: site.runtime }],
      );
    }
    const attach = `attach${className}`;
    configure(
      site,
      change,
      file,
      {
        path: ['dependencies', 'delegators', 'ErrorHandler'],
        key: attach,
        value: new Reference(attach),
        within: 'list',
      },
      [{ name: attach, from: files.module }],
    );
    return { pipeline: ['ErrorHandler'], services: ['ErrorHandler', className] };
  },
};
