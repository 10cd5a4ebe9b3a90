// Serves by three processes, and responds with the id of the process.
import { Application, TextResponse } from 'fw-runtime/b';

const { ENGINE } = process.env;
const app = new Application({ server: { workers: 3, ...(ENGINE && { engine: ENGINE }) } });
app.pipeRoutingMiddleware().pipeDispatchMiddleware();
app.get('/', () => new TextResponse(String(process.pid)));
await app.run({ host: '127.0.0.1', port: 0 });
