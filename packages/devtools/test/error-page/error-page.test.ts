import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError, ServerRequest } from 'fw-runtime';
import { ErrorResponder } from '../../../runtime/src/kernel/error-responses/error-responder.ts';
import { useDevTools } from '../support/use-dev-tools.ts';
import { renderForDeveloper } from '../../src/error-page/render-for-developer.ts';

useDevTools();

const SECRET = 'tangerine';

async function show(error: unknown, accept = 'text/html', init: RequestInit = {}): Promise<string> {
  const errors = new ErrorResponder({
    renderWithDebug: renderForDeveloper,
    debug: 'everyone',
    log: () => {},
  });
  const request = new ServerRequest('/post/7', { ...init, headers: { accept, ...init.headers } });
  return (await errors.respond(error, request)).toWeb().text();
}

/** A folder with these files, until the test ends. */
function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw page '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** An error that was thrown there. */
function thrownAt(place: string, message = 'inside'): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at work (${place})`;
  return error;
}

function thrownLine(page: string): string | undefined {
  const line = /<span class="line thrown"><i> *\d+<\/i> (.*)\n/.exec(page)?.[1];
  return line?.replace(/<\/?mark>/g, '');
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the source around a throw', () => {
  const source = 'one();\ntwo();\nthrow three;\nfour();\n';

  test.each([
    ['a path', (file: string) => file],
    ['a URL', (file: string) => pathToFileURL(file).href],
  ])('is found by %s', async (_what, name) => {
    const folder = folderWith({ 'a.ts': source });
    const page = await show(thrownAt(`${name(join(folder, 'a.ts'))}:3:7`));
    expect(page).toContain('throw <mark>three</mark>;');
    expect(page).toContain('<i>    1</i> one();');
  });

  test.each<[string, string, string | Buffer]>([
    ['is binary', 'a.js', Buffer.from([0x61, 0x00, 0x0a, 0x0a, 0x62])],
    ['is huge', 'a.js', 'x();\n'.repeat(1_000_000)],
    ['is shorter than the line', 'a.js', 'x();'],
    ['is no source', '.env', `\n\n${SECRET}`],
    ['is no source', 'passwd', `\n\n${SECRET}`],
  ])('is left out where the file %s', async (_what, name, content) => {
    const folder = folderWith({ [name]: content });
    const page = await show(thrownAt(`${join(folder, name)}:3:1`));
    expect(page).toContain(name);
    expect(page).not.toMatch(new RegExp(`class="excerpt"|${SECRET}`));
  });

  test('of a minified file is the part near the column', async () => {
    const folder = folderWith({ 'a.js': `${'a();'.repeat(100_000)}boom();${'b();'.repeat(100_000)}` });
    const page = await show(thrownAt(`${join(folder, 'a.js')}:1:400001`));
    expect(page).toContain('<mark>boom</mark>();b();');
    expect(page.length).toBeLessThan(30_000);
  });

  test.each([
    ['beside it', false],
    ['within it', true],
  ])("of compiled code is the author's source, by the source map %s", async (_what, isWithin) => {
    // Each line of the compiled file is two lines further down in the source.
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAEA;AACA;AACA' });
    const reference = isWithin
      ? `data:application/json;base64,${Buffer.from(map).toString('base64')}`
      : 'a.js.map';
    const folder = folderWith({
      'a.ts': '// A comment.\n// Another.\none();\ntwo();\nthree();\n',
      'a.js': `one();\ntwo();\nthree();\n//# sourceMappingURL=${reference}\n`,
      ...(!isWithin && { 'a.js.map': map }),
    });
    const page = await show(thrownAt(`${join(folder, 'a.js')}:2:1`));
    expect(thrownLine(page)).toBe('two();');
    expect(page).toMatch(/a\.ts:4:1</);
  });

  test('comes from the source map if the source is missing', async () => {
    const map = {
      version: 3,
      sources: ['gone.ts'],
      sourcesContent: ['original();\n'],
      names: [],
      mappings: 'AAAA',
    };
    const folder = folderWith({
      'a.js': 'compiled();\n//# sourceMappingURL=a.js.map\n',
      'a.js.map': JSON.stringify(map),
    });
    expect(thrownLine(await show(thrownAt(`${join(folder, 'a.js')}:1:1`)))).toBe('original();');
  });

  test.each([
    '',
    '{',
    '{"version":3,"sources":[7],"mappings":"AAAA"}',
    '{"version":3,"mappings":"!!"}',
    'null',
  ])('is the file itself if the source map is %j', async (map) => {
    const folder = folderWith({ 'a.js': 'compiled();\n//# sourceMappingURL=a.js.map\n', 'a.js.map': map });
    expect(thrownLine(await show(thrownAt(`${join(folder, 'a.js')}:1:1`)))).toBe('compiled();');
  });

  test('of a package remains a frame of the package, wherever its source map points', async () => {
    const map = {
      version: 3,
      sources: ['../src/a.ts'],
      sourcesContent: ['original();\n'],
      names: [],
      mappings: 'AAAA',
    };
    const folder = folderWith({});
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules', 'a.js'), 'compiled();\n//# sourceMappingURL=a.js.map\n');
    writeFileSync(join(folder, 'node_modules', 'a.js.map'), JSON.stringify(map));
    const error = thrownAt(`${join(folder, 'node_modules', 'a.js')}:1:1`);
    error.stack += `\n    at ${import.meta.filename}:1:1`;
    expect(await show(error)).toContain('1 frame in packages');
  });

  test('is not read for a message that looks like a frame', async () => {
    const folder = folderWith({ 'secret.ts': SECRET });
    const frame = `    at read (${join(folder, 'secret.ts')}:1:1)`;
    const sent = new Error(`no such post\n${frame}`);
    const changed = new Error('another message');
    changed.stack = sent.stack ?? '';
    for (const error of [sent, changed]) expect(await show(error)).not.toContain(SECRET);
  });
});

describe('a stack', () => {
  test('may contain frames of the runtime, of eval and without a location', async () => {
    const error = new Error('inside');
    const frames = [
      'node:internal/process/task_queues:95:5',
      'eval (eval at run (/app/a.js:1:1), <anonymous>:1:7)',
      'async Promise.all (index 0)',
      'native',
      'Object.<anonymous> ([worker eval]:1:1)',
      'new Post (file:///%E0%A4%A:1:1)',
      '<anonymous>',
    ];
    error.stack = ['Error: inside', ...frames.map((frame) => `    at ${frame}`)].join('\n');
    const page = await show(error);
    expect(page).toContain('7 frames in the runtime');
    expect(page).toContain('async Promise.all');
  });

  test.each([
    ['empty', ''],
    ['the message only', 'Error: inside'],
    ['no text', 7],
    ['endless', `Error: inside\n${'    at f (/app/a.js:1:1)\n'.repeat(100_000)}`],
    ['one endless line', `Error: inside\n    at ${'('.repeat(1_000_000)}`],
  ])('may be %s', async (_what, stack) => {
    const error = Object.assign(new Error('inside'), { stack });
    const page = await show(error);
    expect(page).toContain('<h1>inside</h1>');
    expect(page.length).toBeLessThan(60_000);
  });
});

describe('causes and errors within errors', () => {
  test('are shown with their sources', async () => {
    const error = new Error('outer', { cause: new TypeError('middle', { cause: 'the root' }) });
    const page = await show(error);
    expect(page).toMatch(
      /<h2>Caused by<\/h2>\n<p class="message">middle<\/p>\n<p class="kind">TypeError<\/p>/,
    );
    expect(page).toContain('A value that is no Error was thrown: the root');
    expect(page.match(/class="frames"/g)).toHaveLength(2);
    const text = await show(error, '*/*');
    expect(text).toMatch(
      /\n\nCaused by: TypeError: middle\n +at [^]*\n\nCaused by: A value that is no Error was thrown: the root\n$/,
    );
  });

  test('of an AggregateError are each shown', async () => {
    const page = await show(
      new AggregateError([new Error('first'), null, new Error('second')], 'all failed'),
    );
    expect(page.match(/<h2>Inner error<\/h2>\n<p class="message">.*<\/p>/g)).toEqual([
      expect.stringContaining('first'),
      expect.stringContaining('null'),
      expect.stringContaining('second'),
    ]);
  });

  test('may be circular', async () => {
    const [one, other] = [new Error('one'), new Error('other')];
    one.cause = other;
    other.cause = one;
    const aggregate = new AggregateError([one], 'all');
    aggregate.errors.push(aggregate);
    aggregate.cause = one;
    const page = await show(aggregate);
    expect(page.match(/class="message"/g)).toHaveLength(2);
  });

  test('may be endless', async () => {
    const endless = (depth: number): Error =>
      Object.defineProperty(new Error(`number ${depth}`), 'cause', { get: () => endless(depth + 1) });
    expect((await show(endless(0), '*/*')).match(/Caused by/g)).toHaveLength(19);
  });
});

describe('the thrown value', () => {
  const trap = (): never => {
    throw new Error('a trap');
  };
  const revoked = (): object => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };
  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined'],
    ['an empty text', '', 'A value that is no Error was thrown: <'],
    ['a number', 0, '0'],
    ['a symbol', Symbol('sign'), 'Symbol(sign)'],
    ['a function', function thrown() {}, 'function thrown'],
    ['an object', { a: 1 }, 'an object with the keys'],
    ['an object without a prototype', Object.create(null), 'an object with the keys (none)'],
    ['a revoked proxy', revoked(), 'an object that cannot be read'],
    [
      'a proxy that traps',
      new Proxy(new Error('x'), { get: trap, getPrototypeOf: trap }),
      'an object that cannot be read',
    ],
    [
      'an error whose message throws',
      Object.defineProperty(new Error('x'), 'message', { get: trap }),
      'an instance of Error',
    ],
    [
      'an error whose stack throws',
      Object.defineProperty(new Error('inside'), 'stack', { get: trap }),
      'inside',
    ],
    [
      'an error whose cause throws',
      Object.defineProperty(new Error('inside'), 'cause', { get: trap }),
      'inside',
    ],
    [
      'an AggregateError whose errors throw',
      Object.defineProperty(new AggregateError([], 'inside'), 'errors', { get: trap }),
      'inside',
    ],
    [
      'an error with a name that is no text',
      Object.assign(new Error('inside'), { name: 7, code: {} }),
      'inside',
    ],
    [
      'an HttpError whose headers throw',
      Object.defineProperty(new HttpError(500, 'inside'), 'headers', { get: trap }),
      'inside',
    ],
    ['an endless message', new Error('x'.repeat(5_000_000)), 'xxx'],
  ])('may be %s', async (_what, thrown, shown) => {
    const page = await show(thrown);
    expect(page).toContain('<h2>Pipeline</h2>');
    expect(page).toContain(shown);
    expect(page.length).toBeLessThan(100_000);
    expect(await show(thrown, '*/*')).toContain('\nPipeline position: ');
    expect(JSON.parse(await show(thrown, 'application/json'))).toHaveProperty('position');
  });
});

describe('the request', () => {
  test('is shown without credentials', async () => {
    const hidden = [
      'Authorization',
      'Proxy-Authorization',
      'Cookie',
      'X-Api-Key',
      'X-Auth-Token',
      'X-CSRF-Token',
      'X-Amz-Signature',
    ];
    const headers = Object.fromEntries(hidden.map((name) => [name, SECRET]));
    const request = new ServerRequest(`http://host/x?access_token=${SECRET}&page=2`, {
      headers: { accept: 'text/html', author: 'Ann', ...headers },
    });
    const errors = new ErrorResponder({
      renderWithDebug: renderForDeveloper,
      debug: 'everyone',
      log: () => {},
    });
    const page = await (await errors.respond(new Error('inside'), request)).toWeb().text();
    expect(page).not.toContain(SECRET);
    expect(page).toContain('GET http://host/x?access_token=***&amp;page=2');
    expect(page).toMatch(/>author<\/th><td>Ann</);
    for (const name of hidden) expect(page).toContain(`>${name.toLowerCase()}</th><td>***</td>`);
  });
});

describe('the page', () => {
  test('contains no element, attribute or reference from the error', async () => {
    const plain = tagsOf(await show(new Error('inside')));
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '</pre><script>',
        '"><img src=x onerror=1>',
        "' style='x",
        '<!--',
        ']]>',
        '&lt;',
        '</style>',
      ),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (message, name, path) => {
        const error = Object.assign(new Error(message), { name, code: name });
        const page = await show(error, 'text/html', {
          headers: { 'x-hostile': path.replaceAll(/[^\x20-\x7e]/g, '').trim() },
        });
        for (const tag of tagsOf(page)) expect(plain).toContain(tag);
      }),
      { numRuns: 200 },
    );
  });

  test('escapes the path too', async () => {
    const errors = new ErrorResponder({
      renderWithDebug: renderForDeveloper,
      debug: 'everyone',
      log: () => {},
    });
    const request = new ServerRequest(`/it's&amp;`, { headers: { accept: 'text/html' } });
    const page = await (await errors.respond(new Error('inside'), request)).toWeb().text();
    expect(page).toContain('GET /it&#39;s&amp;amp;<');
  });

  test('has its own policy, whose nonce is new each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const errors = new ErrorResponder({
          renderWithDebug: renderForDeveloper,
          debug: 'everyone',
          log: () => {},
        });
        const request = new ServerRequest('/', { headers: { accept: 'text/html' } });
        return (await errors.respond(new Error('inside'), request)).header('content-security-policy');
      }),
    );
    expect(policies[0]).not.toBe(policies[1]);
    expect(policies[0]).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w-]{36}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });
});

/** The tags of a page; those of lines and frames only once. */
function tagsOf(page: string): ReadonlySet<string> {
  return new Set(page.replace(/nonce="[^"]*"/, '').match(/<[^>]*>/g));
}

describe('on a runtime without a file system', () => {
  test.each([
    ['built-in modules', () => vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)],
    ['a process', () => vi.stubGlobal('process', undefined)],
  ])('message and stack are shown: without %s', async (_what, take) => {
    const error = new Error('inside');
    await show(error);
    take();
    const page = await show(error);
    vi.unstubAllGlobals();
    expect(page).toContain('<h1>inside</h1>');
    expect(page).toContain('error-page.test.ts');
    expect(page).not.toContain('class="excerpt"');
  });
});
