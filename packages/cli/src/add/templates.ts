import type { Generator } from '../generate/engine/generator.ts';
import { prefixQuestion } from '../generate/engine/common-questions.ts';
import { requirePackages } from '../generate/engine/installation.ts';
import { render } from '../generate/engine/render.ts';
import { registerRoute } from '../generate/route/route-registration.ts';
import { createOnce, nodeOnly, valuesFor } from './middleware-addition.ts';

/** HTML pages from Eta templates, with a service, and a route with an example. */
export const templates: Generator = {
  kind: 'templates',
  summary: 'HTML pages from Eta templates, with escaping and layouts',
  questions: [
    {
      ...prefixQuestion(() => '/welcome'),
      message: 'Path of the example page',
      help: 'the path of the example page, as in /welcome',
    },
  ],
  examples: ['templates', 'templates --path /hello'],
  rejection: nodeOnly('templates', 'files'),

  async plan(project, answers, change) {
    const route = answers['path'] || '/welcome';
    const values = { ...valuesFor(project, 'templates', answers), route };
    const handler = { className: 'welcome', module: `${project.alias}/action/welcome` };
    requirePackages(change, { eta: '^4.6.0' });
    await createOnce(change, 'config/autoload/templates.global.ts', 'add/templates/global.ts', values);
    change.create('src/service/templates.ts', await render('add/templates/service.ts', values));
    change.create('src/action/welcome.ts', await render('add/templates/handler.ts', values));
    for (const name of ['layout.eta', 'welcome.eta']) {
      await createOnce(change, `templates/${name}`, `add/templates/${name}`, values);
    }
    await createOnce(change, 'test/templates.test.ts', 'add/templates/test.ts', values);
    const registered = {
      path: route,
      methods: ['GET'],
      name: 'welcome',
      tokens: {},
      group: '',
      guards: { code: [], imports: [] },
    };
    registerRoute(project, change, handler, registered, '');
    return { services: ['Templates'], routes: [{ name: 'welcome', method: 'GET', path: route }] };
  },
};
