import { configureService, registerService } from '../engine/class-files.ts';
import { classQuestion, featureQuestion, servicesQuestion } from '../engine/common-questions.ts';
import { configFile, registeredServices } from '../engine/config-files.ts';
import type { Generator } from '../engine/generator.ts';
import { makeClass } from '../engine/make-class.ts';

export const errorHandler: Generator = {
  kind: 'error-handler',
  summary: 'Generate an error listener that the error handler calls for each error, with a test',
  variant: 'b',
  questions: [classQuestion, servicesQuestion, featureQuestion],
  examples: ['error-handler --class ReportErrors', 'error-handler --class MailErrors --services config'],

  async plan(project, answers, change) {
    const { class: className = '', feature = '' } = answers;
    const created = await makeClass(project, change, answers, {
      source: 'error-handler/listener.ts',
      folder: 'listener',
      imports: ['type ErrorHandler', 'type HttpResponse', 'type ServerRequest', 'type ServiceDelegator'],
    });
    const { module } = created;
    registerService(project, change, created, 'invokables', feature);
    const file = configFile(project, 'dependencies', feature);
    if (!registeredServices(project, change).some(({ id }) => id === 'ErrorHandler')) {
      const entry = { map: ['invokables'], key: 'ErrorHandler', name: 'ErrorHandler', from: project.runtime };
      configureService(project, change, file, entry);
    }
    const name = `attach${className}`;
    configureService(project, change, file, {
      map: ['delegators', 'ErrorHandler'],
      within: 'list',
      key: name,
      name,
      from: module,
    });
    return { pipeline: ['ErrorHandler'], services: ['ErrorHandler', className, ...created.services] };
  },
};
