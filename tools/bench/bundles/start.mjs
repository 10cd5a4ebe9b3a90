// Starts the application of a bundle in this process, sends it one request and prints the time as JSON; run by node.mjs.
// Costs of Node itself are paid before the clock starts. Node loads its Web classes (Request, Response, streams; more than all
// the rest together) when they are first used, so a bundle that uses one while loading would seem slow. Its module loader is also
// slower the first time. A garbage collection comes last, so that none runs during the start.
const [, , bundle] = process.argv;
await warmUp();
const request = new Request('http://localhost/');
globalThis.gc();

const before = process.cpuUsage();
const begun = performance.now();
const { default: app } = await import(bundle);
const response = await app.fetch(request);
const text = await response.text();
const elapsed = performance.now() - begun;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ text, elapsed, processor: (user + system) / 1000 }));

async function warmUp() {
  await import('./hello/none.mjs');
  const { signal } = new AbortController();
  const request = new Request(new URL('http://localhost/?a=b'), {
    method: 'POST',
    body: new TextEncoder().encode('a'),
    headers: { a: 'b' },
    signal,
  });
  await new Response(request.body, { headers: new Headers(request.headers) }).text();
  await new Response('a').text();
}
