import { AppFactory, type Application } from 'fw-runtime/b';
import { createContainer, type Overrides } from './container.ts';
import pipeline from './pipeline.ts';
import routes from './routes.ts';

export function createApplication(overrides?: Overrides): Application {
  const app = AppFactory.create(createContainer(overrides));
  pipeline(app);
  routes(app);
  return app;
}
