// Starts the application of a bundle in this process, asks it once and prints what that took, as JSON; run by node.mjs.
//
// What belongs to Node and not to the bundle is done before the clock runs. Node loads its Web classes (Request, Response,
// streams; more than all the rest together) when they are first touched, so that who touches one while loading would seem
// slow; and its module loader is slower the first time. A garbage collection comes last, so that none falls into the start
// for what was left before.
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
