import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contract, type Schema } from '../../../src/features/contract/index.ts';
import { type HttpError, JsonResponse, ServerRequest } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

type Read = readonly [name: string, filename: string | undefined, type: string, text: string];
type Row = readonly [title: string, body: string, expected: readonly Read[] | number, type?: string];

const table = pathToFileURL(join('test', 'runtimes', 'suite', 'form-table.mjs')).href;
const { FORMS, TYPE, bytesOf } = (await import(table)) as {
  readonly FORMS: readonly Row[];
  readonly TYPE: string;
  bytesOf(text: string): Uint8Array;
};

/** @param size of each chunk, in bytes; all bytes are one chunk when absent */
function post(body: string, type: string, size: number = body.length + 1): ServerRequest {
  const bytes = bytesOf(body);
  let start = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(start, (start += size)));
    },
  });
  const init = { method: 'POST', headers: { 'Content-Type': type }, body: stream, duplex: 'half' };
  return new ServerRequest('/', init as RequestInit);
}

async function byParts(request: ServerRequest): Promise<Read[]> {
  const read: Read[] = [];
  for await (const part of request.parts())
    read.push([part.name, part.filename, part.type, await part.text()]);
  return read;
}

async function byFormData(request: ServerRequest): Promise<Read[]> {
  const fields = [...(await request.formData())];
  return Promise.all(
    fields.map(async ([name, value]): Promise<Read> => {
      if (typeof value === 'string') return [name, undefined, '', value];
      return [name, value.name, value.type, await value.text()];
    }),
  );
}

const orStatus = (read: Promise<Read[]>): Promise<Read[] | number> =>
  read.catch((error: HttpError) => error.status ?? Promise.reject(error));

/** The fields of `formData()`: a field has no type of its own. */
const withoutTypes = (expected: Row[2]): Row[2] =>
  typeof expected === 'number'
    ? expected
    : expected.map(([name, filename, type, text]) => [
        name,
        filename,
        filename === undefined ? '' : type,
        text,
      ]);

describe('every way to read a form returns the same (H7)', () => {
  test.for(FORMS)('%s', async ([, body, expected, type = TYPE]) => {
    for (const size of [1, 2, 3, 7, 64, undefined]) {
      expect(await orStatus(byParts(post(body, type, size))), `in chunks of ${size}`).toEqual(expected);
    }
    expect(await orStatus(byFormData(post(body, type)))).toEqual(withoutTypes(expected));
  });

  test('a form in two chunks is the same wherever it is split', async () => {
    const body = `one\r\n${FORMS.find(([title]) => title === 'what repeats the begin of a delimiter')?.[1]}two`;
    const bytes = bytesOf(body);
    const whole = await byParts(post(body, TYPE));
    expect(whole).toHaveLength(1);
    for (let cut = 1; cut < bytes.length; cut++) {
      // The first chunk has `cut` bytes; the others have as many at most.
      expect(await byParts(post(body, TYPE, cut)), `split at ${cut}`).toEqual(whole);
    }
  });

  test('formData() rejects each form that is cut short (H7)', async () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="g"\r\n\r\ny\r\n--b--';
    expect(await byFormData(post(body, TYPE))).toHaveLength(2);
    for (let cut = 0; cut < body.length; cut++) {
      expect(await orStatus(byFormData(post(body.slice(0, cut), TYPE))), `cut at ${cut}`).toBe(400);
    }
  });
});

inBothVariants((kit) => {
  test('contracts read the same forms, and reject the same (H7, K2)', async () => {
    const validate = (value: unknown) => ({ value: value as Record<string, unknown> });
    const values: Schema<unknown, Record<string, unknown>> = {
      '~standard': { version: 1, vendor: 'test', validate },
    };
    const app = kit.app({ log: () => {} });
    const describeValue = async (value: unknown): Promise<unknown> =>
      value instanceof File ? [value.name, value.type, await value.text()] : value;
    app.post(
      '/',
      kit.shared(
        contract({ body: values }).handle(async ({ body }: { readonly body: Record<string, unknown> }) => {
          const entries = Object.entries(body);
          const read = entries.map(async ([name, value]) => [name, await describeValue(value)]);
          return new JsonResponse(await Promise.all(read));
        }),
      ),
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    for (const [title, body, expected, type = TYPE] of FORMS) {
      const response = await app.request('/', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: bytesOf(body) as Uint8Array<ArrayBuffer>,
      });
      if (typeof expected === 'number') expect(response.status, title).toBe(expected);
      else {
        const read = expected.map(([name, filename, of, text]) => [
          name,
          filename === undefined ? text : [filename, of, text],
        ]);
        expect(await response.json(), title).toEqual(read);
      }
    }
  });
});

test.for([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['?a=1', { '?a': '1' }],
  ['a=%C3%A9+x%ff', { a: 'é x\ufffd' }],
  ['&&a&=b&', { a: '', '': 'b' }],
  ['', {}],
] as const)('the URL-encoded form %j is read as browsers write it', async ([body, expected]) => {
  const request = post(body, 'application/x-www-form-urlencoded; charset=utf-8');
  expect(Object.fromEntries(await request.formData())).toEqual(expected);
});
