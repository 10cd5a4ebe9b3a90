// Runs an application on the runtime's own server, and prints the properties of run()'s result.
import { Application, TextResponse } from 'fw-runtime/b';

const { ENGINE } = process.env;
const app = new Application({ ...(ENGINE && { server: { engine: ENGINE } }) });
app.pipeRoutingMiddleware().pipeDispatchMiddleware();
app.get('/', () => new TextResponse('home', 200, { Connection: 'close' }));
const running = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
const codeOfServer = () => {
  try {
    return typeof running.server.on;
  } catch ({ code }) {
    return code;
  }
};
const response = await fetch(running.url);
const report = {
  keys: Object.keys({ ...running }).toSorted(),
  server: codeOfServer(),
  text: await response.text(),
};
await running.close();
const isClosed = await fetch(running.url).then(
  () => false,
  () => true,
);
console.log(JSON.stringify({ ...report, isClosed }));
