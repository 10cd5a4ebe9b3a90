// Runs in its own process, with the name of a variant. Prints as JSON the functions that one warm GET runs, by V8's precise
// coverage, and the modules that a server loads.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { Session } from 'node:inspector/promises';

const GETS_UNTIL_WARM = 50;
const GETS = 10;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const port = await serve(process.argv[2]);
const loaded = (await coverage()).length;
for (let count = 0; count < GETS_UNTIL_WARM; count++) await request();
await coverage();
for (let count = 0; count < GETS; count++) await request();
const scripts = (await coverage()).map((script) => ({ url: script.url, functions: runOf(script) }));
const ran = scripts.filter(({ functions }) => functions.length > 0);
process.stdout.write(JSON.stringify({ loaded, ran }), () => process.exit(0));

async function serve(variant) {
  const { AppFactory, JsonResponse } = await import(`fw-runtime/${variant}`);
  const app = AppFactory.create();
  if (variant === 'a') app.pipe((request, response, next) => next(request, response));
  else app.pipe((request, delegate) => delegate(request));
  app.get('/post/{id}', (request) => new JsonResponse({ id: request.params.id }));
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}

async function coverage() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.filter(({ url }) => url.startsWith('file:') && url !== import.meta.url);
}

function runOf({ url, functions }) {
  const source = readFileSync(new URL(url), 'utf8');
  return functions
    .map(({ functionName, ranges: [range] }) => ({ functionName, ...range }))
    .filter(({ count }) => count > 0)
    .map(({ functionName, startOffset }) => nameIn(source, functionName, startOffset));
}

// An anonymous or deeply nested function is named after the declared function, method or property around it.
function nameIn(source, name, start) {
  const before = source.slice(0, start);
  const indentation = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1) || source.slice(start))[0].length;
  const around = (pattern) => [...before.matchAll(pattern)].at(-1)?.slice(1).find(Boolean);
  if (name === '<instance_members_initializer>') return 'fields';
  if (name !== '' && indentation < 8) return name;
  const outer = around(
    /^(?:export )?(?:async )?function (\w+)\(|^ {4}(?:(?:static|async|get) )?(#?(?!(?:if|for|while|switch|catch)\b)\w+)\(.*\{$|^ {4}(\w+): \(/gm,
  );
  return `${name} in ${outer}`.trim();
}

function request() {
  return new Promise((resolve, reject) => {
    const sent = get({ host: '127.0.0.1', port, path: '/post/42', agent: false }, (response) => {
      response.resume().on('end', resolve);
    });
    sent.on('error', reject);
  });
}
