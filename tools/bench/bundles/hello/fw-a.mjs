import { AppFactory, TextResponse } from 'fw-runtime/a';

const app = AppFactory.create();
app.get('/', () => new TextResponse('Hello'));
app.pipeRoutingMiddleware().pipeDispatchMiddleware();

export default app;
