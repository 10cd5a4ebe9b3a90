import { AppFactory } from 'fw-runtime/b';
import container from './container.ts';
import pipeline from './pipeline.ts';
import routes from './routes.ts';

// The router is the container's RouterInterface, where it has one.
const app = AppFactory.create(container);
pipeline(app);
routes(app);

export default app;
