import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  HttpError,
  InvalidArgumentError,
  type Part,
  type PartLimits,
  PayloadTooLargeError,
  ServerRequest,
  TextResponse,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, exchange, serve } from '../../support/serve.ts';

const TYPE = 'multipart/form-data; boundary=b';

/** A form with parts of these headers and contents. */
function form(...parts: readonly (readonly [head: string, content: string])[]): string {
  const texts = parts.map(
    ([head, content]) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
  );
  return `${texts.join('')}--b--\r\n`;
}

const FILE = 'name="file"; filename="a.txt"';

function post(body: string | ReadableStream<Uint8Array>, type = TYPE): ServerRequest {
  const init = { method: 'POST', headers: { 'Content-Type': type }, body, duplex: 'half' };
  return new ServerRequest('/', init as RequestInit);
}

/** @param size of each chunk, in bytes */
function inChunks(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(start, (start += size)));
    },
  });
}

async function read(request: ServerRequest, limits?: PartLimits): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const part of request.parts(limits)) {
    const { name, filename, type } = part;
    found.push([name, filename, type, await part.text()]);
  }
  return found;
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('request.parts()', () => {
  const example = form(
    ['name="title"', 'Größe'],
    [`${FILE}\r\nContent-Type: Text/Plain; charset=utf-8`, 'one\r\n--c\r\n'],
    ['name="empty"', ''],
    ['name="none"; filename=""\r\nContent-Type: application/octet-stream', ''],
  );
  const expected = [
    ['title', undefined, 'text/plain', 'Größe'],
    ['file', 'a.txt', 'text/plain', 'one\r\n--c\r\n'],
    ['empty', undefined, 'text/plain', ''],
    ['none', '', 'application/octet-stream', ''],
  ];

  test.for([1, 2, 3, 7, 16, 64, 10_000])(
    'returns fields and files in their order, in chunks of %d bytes',
    async (size) => {
      expect(await read(post(inChunks(example, size)))).toEqual(expected);
    },
  );

  test('reads a FormData, with bytes unchanged', async () => {
    const sent = new FormData();
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    sent.set('bytes', new Blob([bytes], { type: 'application/x-test' }), 'é (x).bin');
    sent.set('a', 'é\r\nb');
    const request = new ServerRequest('/', { method: 'POST', body: sent });
    const [first, second] = [await request.parts().next(), undefined];
    expect(second).toBeUndefined();
    const part = first.value as Part;
    expect([part.name, part.filename, part.type]).toEqual(['bytes', 'é (x).bin', 'application/x-test']);
    expect(Buffer.from(await part.bytes()).equals(Buffer.from(bytes))).toBe(true);
  });

  test('returns nothing for a form without parts, and ignores the text before and after them', async () => {
    expect(await read(post('--b--\r\n'))).toEqual([]);
    expect(await read(post(`preamble\r\n${example}epilogue`))).toEqual(expected);
  });

  test('skips the unread rest of a part, and throws if the part is read later', async () => {
    const large = 'x'.repeat(500_000);
    const request = post(inChunks(form([FILE, large], [FILE, large], ['name="last"', 'end']), 10_000));
    const parts: Part[] = [];
    for await (const part of request.parts()) {
      if (parts.length === 1) await part.body.getReader().read();
      parts.push(part);
    }
    expect(parts.map(({ name }) => name)).toEqual(['file', 'file', 'last']);
    await expect(parts[0]?.text()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
  });

  test('a part is read once', async () => {
    const { value } = await post(example).parts().next();
    const part = value as Part;
    expect(await part.text()).toBe('Größe');
    await expect(part.text()).rejects.toThrow(
      'The part "title" of the form has already been read; read it once and keep the value',
    );
  });

  test.for<[given: string, filename: string | undefined]>([
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
    ['filename="/"', ''],
    ['filename=".."', ''],
    ['filename="é.txt"', 'é.txt'],
    [`filename*=UTF-8''%C3%A9.txt`, 'é.txt'],
    [`filename*=UTF-8''..%2F..%2Fx`, 'x'],
    ['filename="__proto__"', '__proto__'],
    ['filename=a.txt', 'a.txt'],
  ])('takes no folders from a file name: %s', async ([given, filename]) => {
    expect(await read(post(form([`name="__proto__"; ${given}`, 'x'])))).toEqual([
      ['__proto__', filename, 'text/plain', 'x'],
    ]);
  });

  test('that is cut short anywhere is an error, in chunks of any size', async () => {
    const whole = example.slice(0, -2);
    const cuts = Array.from({ length: Buffer.byteLength(whole) }, (_, cut) => cut);
    const bytes = Buffer.from(whole);
    const errors = await Promise.all(
      cuts.map((cut) =>
        errorOf(read(post(inChunks(bytes.subarray(0, cut).toString('latin1'), 1 + (cut % 9))))),
      ),
    );
    expect(errors.filter((error) => !(error instanceof HttpError && error.status === 400))).toEqual([]);
  });

  test('whose body fails is an error, also for a part that was read so far', async () => {
    const error = new Error('the line broke');
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(form([FILE, 'x'.repeat(1000)]).slice(0, 500))),
      pull: (controller) => controller.error(error),
    });
    const { value } = await post(body).parts().next();
    await expect((value as Part).text()).rejects.toThrow(error);
  });

  test.for<[what: string, body: string, type: string | undefined, status: number]>([
    ['JSON', '{}', 'application/json', 415],
    ['another form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['a type that begins the same', example, 'multipart/form-data-x; boundary=b', 415],
    ['no boundary', example, 'multipart/form-data', 400],
    ['another boundary', example, 'multipart/form-data; boundary=other', 400],
    ['a boundary without end', example, `multipart/form-data; boundary=${'x'.repeat(5000)}`, 400],
    ['no body', '', TYPE, 400],
    ['a part without a name', form(['filename="a"', 'x']), TYPE, 400],
    ['text', 'hello', TYPE, 400],
  ])('rejects %s', async ([, body, type, status]) => {
    const error = await errorOf(read(post(body, type)));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status });
  });

  test('rejects a GET, which has no body', async () => {
    const request = new ServerRequest('/', { headers: { 'Content-Type': TYPE } });
    expect(await errorOf(read(request))).toMatchObject({ status: 400 });
  });

  test('takes the type in any case, and a boundary in quotes', async () => {
    expect(await read(post(example, 'Multipart/Form-Data ; Boundary="b"'))).toEqual(expected);
  });

  const two: readonly (readonly [string, string])[] = [
    ['name="a"', '12345'],
    ['name="b"', '123'],
  ];
  const files: readonly (readonly [string, string])[] = [
    [FILE, '12345'],
    [FILE, '123'],
  ];

  test.for<[limits: PartLimits, parts: typeof two, message: string]>([
    [{ parts: 1 }, two, 'The form has more parts than the limit of 1.'],
    [{ fields: 1 }, two, 'The form has more fields than the limit of 1.'],
    [{ files: 1 }, files, 'The form has more files than the limit of 1.'],
    [{ files: 0 }, files, 'The form has more files than the limit of 0.'],
    [{ fieldSize: 4 }, two, 'The field "a" is larger than the limit of 4 bytes.'],
    [{ fileSize: 4 }, files, 'The file "file" is larger than the limit of 4 bytes.'],
  ])('keeps the limits %j', async ([limits, parts, message]) => {
    for (const size of [5, 10_000]) {
      const [name = '', limit] = Object.entries(limits)[0] ?? [];
      const error = await errorOf(read(post(inChunks(form(...parts), size)), limits));
      expect(error).toBeInstanceOf(PayloadTooLargeError);
      expect(error).toMatchObject({ status: 413, message, limit });
      expect(await read(post(form(...parts)), { [name]: 5 })).toHaveLength(2);
    }
  });

  test('enforces the limits for unread parts too', async () => {
    const passing = async (): Promise<void> => {
      for await (const _ of post(form(...files, ...two)).parts({ fileSize: 4 }));
    };
    expect(await errorOf(passing())).toBeInstanceOf(PayloadTooLargeError);
  });

  test('allows 1000 parts, 100 files and 1 MiB in a field by default', async () => {
    const many = (count: number, head: string) =>
      form(...Array.from({ length: count }, () => [head, ''] as const));
    expect(await errorOf(read(post(many(1001, 'name="a"'))))).toMatchObject({ limit: 1000 });
    expect(await errorOf(read(post(many(101, FILE))))).toMatchObject({ limit: 100 });
    expect(await read(post(many(100, FILE)))).toHaveLength(100);
  });

  test('keeps the limit of the body in total', async () => {
    const request = post(inChunks(form(...files, ...two), 20)).withBodyLimit(150);
    expect(await errorOf(read(request))).toMatchObject({ status: 413, limit: 150 });
  });

  test.for([{ file_size: 1 }, { files: -1 }, { fields: 1.5 }, { parts: '10' }, { parts: Number.NaN }])(
    'rejects the limits %j',
    async (limits) => {
      expect(await errorOf(read(post(example), limits as PartLimits))).toBeInstanceOf(InvalidArgumentError);
    },
  );

  test.for<PartLimits>([
    { parts: undefined, fields: undefined, files: undefined, fieldSize: undefined, fileSize: undefined },
    { parts: 4, fields: 2, files: 2, fieldSize: 7, fileSize: 10 },
    { fileSize: Number.POSITIVE_INFINITY, parts: Number.POSITIVE_INFINITY },
  ])('accepts the limits %j, where undefined is the default', async (limits) => {
    expect(await read(post(example), limits)).toEqual(expected);
  });

  test('reads no more of the body than its consumer needs', async () => {
    const large = `${form([FILE, 'x'.repeat(2_000_000)]).slice(0, -7)}`;
    const stream = inChunks(large, 10_000);
    const reader = stream.getReader();
    let pulls = 0;
    const counted = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          pulls++;
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    const { value } = await post(counted).parts().next();
    const body = (value as Part).body.getReader();
    for (let size = 0; size < 100_000;) size += (await body.read()).value?.length ?? 0;
    await new Promise((resolve) => setImmediate(resolve));
    expect(pulls).toBeLessThan(30);
  });

  test('cancels the body when the loop is left, and a later read is an error', async () => {
    const cancelled = deferred();
    const chunk = Buffer.from(form([FILE, 'x'.repeat(10)]).slice(0, 75));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(chunk),
      cancel: () => cancelled.resolve(),
    });
    let kept: Part | undefined;
    for await (const part of post(body).parts()) {
      kept = part;
      break;
    }
    await cancelled.promise;
    await expect(kept?.text()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
  });

  test('of a body that was read before is an error that names the cause', async () => {
    const request = post(example);
    await request.text();
    expect(await errorOf(read(request))).toMatchObject({ code: 'FW_BODY_USED' });
  });
});

inBothVariants((kit) => {
  const app = (limit: number, handle: (request: ServerRequest) => Promise<TextResponse>) => {
    const application = kit.app({ log: () => {}, server: { body_limit: limit } });
    application.pipe(kit.handler(handle));
    return application;
  };
  const sizes = async (request: ServerRequest): Promise<TextResponse> => {
    const found: string[] = [];
    for await (const part of request.parts()) {
      let size = 0;
      for await (const chunk of part.body as unknown as AsyncIterable<Uint8Array>) size += chunk.length;
      found.push(`${part.filename ?? part.name}:${size}`);
    }
    return new TextResponse(found.join(' '));
  };
  const upload = form(['name="a"', '1'], [FILE, 'x'.repeat(3_000_000)], ['name="b"', '22']);
  const headers = { 'content-type': TYPE };

  test('an upload is read while it arrives, over a socket and by fetch (H7)', async () => {
    const application = app(10_000_000, sizes);
    const server = await serve(application);
    const asked = { method: 'POST', headers, body: upload };
    const chunked = { ...asked, headers: { ...headers, 'transfer-encoding': 'chunked' } };
    const told = 'a:1 a.txt:3000000 b:2';
    expect((await ask(server, asked)).body).toBe(told);
    expect((await ask(server, chunked)).body).toBe(told);
    expect(await (await application.request('/', asked)).text()).toBe(told);
  });

  test('an upload beyond the limit of the body is a 413, with or without a Content-Length (H7, S3)', async () => {
    const application = app(100_000, sizes);
    const server = await serve(application);
    for (const encoding of [{}, { 'transfer-encoding': 'chunked' }]) {
      const asked = { method: 'POST', headers: { ...headers, ...encoding }, body: upload };
      expect((await ask(server, asked)).status).toBe(413);
    }
    expect((await application.request('/', { method: 'POST', headers, body: upload })).status).toBe(413);
  });

  test('a handler can respond early while the client still sends (H7)', async () => {
    const server = await serve(
      app(10_000_000, async (request) => {
        for await (const part of request.parts()) return new TextResponse(part.name);
        return new TextResponse('nothing');
      }),
    );
    expect((await ask(server, { method: 'POST', headers, body: upload })).body).toBe('a');
    expect((await ask(server, { method: 'POST', headers, body: upload })).body).toBe('a');
  });

  test('an upload whose client disconnects fails for its handler (H7)', async () => {
    const failed = deferred<unknown>();
    const begun = deferred();
    const server = await serve(
      app(10_000_000, async (request) => {
        try {
          for await (const part of request.parts()) {
            begun.resolve();
            await part.bytes();
          }
          failed.resolve('complete');
        } catch (error) {
          failed.resolve(error);
        }
        return new TextResponse('late');
      }),
    );
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    const head = `POST / HTTP/1.1\r\nHost: h\r\nContent-Type: ${TYPE}\r\nContent-Length: ${upload.length}\r\n\r\n`;
    socket.write(head + upload.slice(0, 1_000_000));
    await begun.promise;
    socket.destroy();
    expect(await failed.promise).toMatchObject({ status: 400 });
  });

  test('a form that is cut short by its Content-Length is a 400 (H7)', async () => {
    const short = form([FILE, 'x'.repeat(100)]).slice(0, 120);
    const head = `POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: ${TYPE}\r\nContent-Length: ${short.length}\r\n\r\n`;
    expect(await exchange(await serve(app(1000, sizes)), head + short)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
