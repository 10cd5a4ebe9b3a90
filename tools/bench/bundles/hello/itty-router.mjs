import { AutoRouter, text } from 'itty-router';

const app = AutoRouter({ format: text });
app.get('/', () => 'Hello');

export default app;
