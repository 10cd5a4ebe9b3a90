// The cost of uploading and downloading 1 MB: `npm run bench:micro -- transfers`. Processor milliseconds for each, and the
// maximum resident memory in MB while eight clients at a time sent or read. A form is read as a whole, as each framework's
// documentation shows; parts are read as they arrive.
import { Agent, request as send } from 'node:http';
import { once } from 'node:events';
import { SIZE } from '../servers/transfers/content.mjs';
import { startServer } from '../start-server.mjs';

export const title = '1 MB: processor time of the server, ms, and its peak of memory, MB';
const paths = { form: 'POST', parts: 'POST', web: 'GET', node: 'GET' };
const lacking = { hono: ['parts', 'node'], h3: ['parts', 'node'] };
export const contenders = ['fw', 'fastify', 'hono', 'h3'].flatMap((name) =>
  Object.keys(paths)
    .filter((path) => !lacking[name]?.includes(path))
    .map((path) => `${name}, ${path}`),
);

const CLIENTS = 8;
const WARM_UP = 80;
const TIMES = 240;

const boundary = 'boundary-of-the-form';
const form = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file.bin"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  ),
  Buffer.alloc(SIZE, 'x'),
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);
const headers = {
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'content-length': form.length,
};

export async function run(contender) {
  const [name, path] = contender.split(', ');
  const candidate = { name, server: `transfers/${name}` };
  const server = startServer(candidate, 'a', { node: process.execPath, nodeOptions: [] });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    const options = { host: '127.0.0.1', port: await server.port, agent, path: `/${path}` };
    await many(WARM_UP, options, paths[path]);
    const before = await server.usage();
    await many(TIMES, options, paths[path]);
    const after = await server.usage();
    return {
      'ms each': Math.round((after.cpu - before.cpu) / TIMES / 10) / 100,
      'peak MB': Math.round(after.peak / 1e3),
    };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

async function many(times, options, method) {
  let left = times;
  const client = async () => {
    while (left-- > 0) await transfer(options, method);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function transfer(options, method) {
  const isUpload = method === 'POST';
  const request = send({ ...options, method, ...(isUpload && { headers }) });
  request.end(isUpload ? form : undefined);
  const [response] = await once(request, 'response');
  let text = '';
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (isUpload) text += chunk;
  }
  const received = isUpload ? Number(text) : size;
  if (response.statusCode !== 200 || received !== SIZE) {
    throw new Error(`${options.path} responds with ${response.statusCode} with ${received} bytes: ${text}`);
  }
}
