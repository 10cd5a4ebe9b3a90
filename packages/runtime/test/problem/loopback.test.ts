import { describe, expect, test } from 'vitest';
import { ServerRequest } from '../../src/index.ts';
import { WebSource } from '../../src/message/web-source.ts';
import { isLoopback } from '../../src/application/errors/error-responder.ts';
import * as b from '../../src/b/index.ts';
import { inBothVariants } from '../cases/kit.ts';

/** A request as a server gives it, from a peer of any address. */
class SourceFrom extends WebSource {
  readonly #address: string;

  constructor(address: string) {
    super(new Request('http://localhost/', { headers: { host: 'localhost', accept: '*/*' } }));
    this.#address = address;
  }

  override get ip(): undefined {
    return this.#address as unknown as undefined;
  }
}

describe('whether an address is of this machine (E1)', () => {
  test.for<readonly [string, boolean]>([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.7', false],
    ['192.168.1.1', false],
    ['128.0.0.1', false],
    ['::ffff:10.0.0.7', false],
    ['2001:db8::127.0.0.1', false],
    ['::', false],
    ['127.example.org', false],
    ['', false],
  ])('%s: %s', ([address, expected]) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

inBothVariants((kit) => {
  test.each<[string, boolean | 'everyone', boolean]>([
    ['127.0.0.1', true, true],
    ['::ffff:127.0.0.1', true, true],
    ['10.0.0.7', true, false],
    ['::ffff:10.0.0.7', true, false],
    ['10.0.0.7', 'everyone', true],
    ['127.0.0.1', false, false],
  ])('a peer of %s and debug: %s, the inside is shown: %s (E1)', async (address, debug, isShown) => {
    const app = kit.routed({ debug });
    app.get('/', kit.throws(new Error('password is swordfish')));
    const { body, status } = await app.respond(new ServerRequest(new SourceFrom(address)));
    expect(status).toBe(500);
    const shown = isShown ? expect.stringContaining('password is swordfish') : '500 Internal Server Error\n';
    expect(body.content).toEqual(shown);
  });

  test('with debug, a 404 shows its position to this machine only (E1)', async () => {
    const app = kit.app({ debug: true });
    const texts = await Promise.all(
      ['127.0.0.1', '10.0.0.7'].map(
        async (address) => (await app.respond(new ServerRequest(new SourceFrom(address)))).body.content,
      ),
    );
    expect(texts).toEqual([
      '404 Not Found\nNothing answers GET /.\n\nPipeline position: before the first layer\n',
      '404 Not Found\nNothing answers GET /.\n',
    ]);
  });
});

test('B: a request that a middleware made anew shows nothing of the inside, since its peer is unknown (E1)', async () => {
  const app = new b.Application({ debug: true, log: () => {} })
    .pipe((_request, delegate) => delegate(new ServerRequest('/')))
    .pipe(new b.ErrorHandler())
    .pipe(() => {
      throw new Error('password is swordfish');
    });
  const { body } = await app.respond(new ServerRequest(new SourceFrom('10.0.0.7')));
  expect(body.content).toBe('500 Internal Server Error\n');
});
