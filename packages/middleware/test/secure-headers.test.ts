import { HttpError, type ConfigError, HttpResponse, TextResponse } from 'fw-runtime';
import { ErrorHandler } from 'fw-runtime/b';
import {
  CspNonce,
  secureHeaders,
  type SecureHeadersOptions,
  secureHeadersProvider,
} from 'fw-middleware/secure-headers';
import helmet from 'helmet';
import { describe, expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';
import { useDevTools } from '../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const POLICY = 'content-security-policy';

/** The headers that helmet sends without options. */
function helmetsDefaults(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  helmet()({} as never, response as never, () => {});
  return headers;
}

inBothVariants((kit) => {
  function appWith(options?: SecureHeadersOptions): ReturnType<typeof kit.app> {
    const app = kit.app([secureHeaders(options)]);
    app.get('/', () => new HttpResponse('home', 200, { 'X-Powered-By': 'PHP/5.2' }).withStatus(200, 'Fine'));
    app.get('/framed', () => new TextResponse('', 200, { 'X-Frame-Options': 'DENY', [POLICY]: 'sandbox' }));
    app.get('/nonce', (request) => new TextResponse(request.get(CspNonce) ?? 'none'));
    app.get('/fails', () => {
      throw new Error('The database is gone.');
    });
    app.get('/forbidden', () => {
      throw new HttpError(403);
    });
    return app;
  }

  async function policyOf(options: SecureHeadersOptions['content_security_policy'] & {}): Promise<string> {
    const { headers } = await appWith({ content_security_policy: options }).request('/');
    return headers.get(POLICY) ?? '';
  }

  test('without options, it sends the same headers as helmet', async () => {
    const response = await appWith().request('/');
    const headers = Object.fromEntries(response.headers);
    const directives = (policy = ''): string[] => policy.split(/;\s*/).toSorted();
    const { [POLICY]: expectedPolicy, ...expected } = helmetsDefaults();

    expect(headers).toMatchObject(expected);
    expect(directives(headers[POLICY])).toEqual(directives(expectedPolicy));
    expect(headers['x-powered-by']).toBeUndefined();
    expect([response.statusText, await response.text()]).toEqual(['Fine', 'home']);
  });

  test.each(['/fails', '/forbidden', '/nowhere'])('the error of %s has them as well', async (path) => {
    const { headers } = await appWith().request(path);

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get(POLICY)).toContain("default-src 'self'");
  });

  test('headers set by inner middleware are kept', async () => {
    const { headers } = await appWith().request('/framed');

    expect([headers.get('x-frame-options'), headers.get(POLICY)]).toEqual(['DENY', 'sandbox']);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('each header can be disabled', async () => {
    const { headers } = await appWith({
      content_security_policy: false,
      cross_origin_opener_policy: false,
      cross_origin_resource_policy: false,
      origin_agent_cluster: false,
      referrer_policy: false,
      strict_transport_security: false,
      x_content_type_options: false,
      x_dns_prefetch_control: false,
      x_download_options: false,
      x_frame_options: false,
      x_permitted_cross_domain_policies: false,
      x_powered_by: true,
      x_xss_protection: false,
    }).request('/');

    expect([...headers.keys()]).toEqual(['content-length', 'x-powered-by']);
  });

  test('each header can be changed', async () => {
    const { headers } = await appWith({
      cross_origin_embedder_policy: 'credentialless',
      cross_origin_opener_policy: 'same-origin-allow-popups',
      cross_origin_resource_policy: 'cross-origin',
      referrer_policy: ['no-referrer', 'strict-origin-when-cross-origin'],
      strict_transport_security: { max_age: 60, include_subdomains: false, preload: true },
      x_dns_prefetch_control: 'on',
      x_frame_options: 'DENY',
      x_permitted_cross_domain_policies: 'all',
    }).request('/');

    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer, strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=60; preload',
      'x-dns-prefetch-control': 'on',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'all',
    });
  });

  describe('the policy', () => {
    test('has named directives instead of its defaults', async () => {
      const directives = {
        img_src: ["'self'", 'https:'],
        frame_src: 'https://a.test',
        style_src: false,
      } as const;
      const policy = await policyOf({ directives });

      expect(policy).toContain("; img-src 'self' https:; ");
      expect(policy).toMatch(/; frame-src https:\/\/a\.test$/);
      expect(policy).not.toContain('style-src');
      expect(policy).toContain('; upgrade-insecure-requests; ');
    });

    test('without defaults has only the named directives', async () => {
      const directives = { script_src: "'self'", sandbox: true, upgrade_insecure_requests: false };

      expect(await policyOf({ use_defaults: false, directives })).toBe("script-src 'self'; sandbox");
    });

    test('may be report-only', async () => {
      const options = { content_security_policy: { report_only: true, directives: { report_to: 'here' } } };
      const { headers } = await appWith(options).request('/');

      expect(headers.get(POLICY)).toBeNull();
      expect(headers.get('content-security-policy-report-only')).toMatch(/; report-to here$/);
    });

    test('has a new nonce for each request, which handlers can read', async () => {
      const directives = { script_src: "'self' 'nonce'", style_src: ["'nonce'"] };
      const app = appWith({ content_security_policy: { directives } });
      const responses = await Promise.all(Array.from({ length: 20 }, () => app.request('/nonce')));
      const nonces = await Promise.all(responses.map((response) => response.text()));

      expect(new Set(nonces).size).toBe(20);
      for (const [index, nonce] of nonces.entries()) {
        // 128 bits, in characters that need no escaping.
        expect(nonce).toMatch(/^[\w-]{22}$/);
        const policy = responses[index]?.headers.get(POLICY);
        expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'; `);
        expect(policy).toContain(`style-src 'nonce-${nonce}'; `);
      }
    });

    test('without such a source there is no nonce', async () => {
      expect(await (await appWith().request('/nonce')).text()).toBe('none');
    });
  });

  test('is configured by the key "secure_headers", and keeps the policy of the error page for developers', async () => {
    const fails = (): never => {
      throw new Error('The database is gone.');
    };
    const app = kit.configured([secureHeadersProvider], {
      secure_headers: { x_frame_options: 'DENY' },
      debug: 'everyone',
      ...(kit.variant === 'b' && {
        middleware_pipeline: { errors: { middleware: ErrorHandler, priority: 10_000 } },
      }),
      routes: [{ path: '/', middleware: fails }],
    });
    const response = await app.request('/', { headers: { Accept: 'text/html' } });
    const [, nonce = 'none'] = /<style nonce="(.+?)">/.exec(await response.text()) ?? [];

    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get(POLICY)).toContain(`style-src 'nonce-${nonce}'`);
  });
});

describe('rejected when the middleware is created:', () => {
  const directives = (given: object): object => ({ content_security_policy: { directives: given } });
  const at = 'secure_headers.content_security_policy';

  test.each([
    ['an unknown header', { xss_filter: true }, 'secure_headers.xss_filter: expected no such key'],
    ['an unknown value', { x_frame_options: 'ALLOWALL' }, 'secure_headers.x_frame_options: expected'],
    ['no policy for referrers', { referrer_policy: [] }, 'expected a policy'],
    [
      'a directive that is misspelt',
      directives({ scrpt_src: "'self'" }),
      `${at}.directives.scrpt_src: expected no such key`,
    ],
    [
      'a second directive',
      directives({ img_src: "'self'; script-src *" }),
      `${at}.directives.img_src: expected sources without`,
    ],
    ['a second policy', directives({ img_src: ['a.test, b.test'] }), 'expected sources without'],
    ['a line break', directives({ img_src: "'self'\r\nSet-Cookie: a=b" }), 'expected sources without'],
    [
      'a keyword without quotes',
      directives({ img_src: ['self', 'https:'] }),
      'expected keywords in single quotes',
    ],
    ['a nonce without quotes', directives({ script_src: 'nonce-abc' }), 'expected keywords in single quotes'],
    ['nothing and something', directives({ img_src: ["'none'", 'a.test'] }), `expected "'none'" alone`],
    ['no source', directives({ img_src: [] }), 'expected a source; false removes the directive'],
    ['a directive that needs sources', directives({ img_src: true }), `${at}.directives.img_src: expected`],
    ['no directive', { content_security_policy: { use_defaults: false } }, `${at}: expected a directive`],
    [
      'half a second',
      { strict_transport_security: { max_age: 0.5 } },
      'secure_headers.strict_transport_security.max_age: expected a whole number of seconds',
    ],
  ])('%s', (_, options, message) => {
    expect(() => secureHeaders(options as SecureHeadersOptions)).toThrow(
      expect.objectContaining<Partial<ConfigError>>({
        code: 'FW_CONFIG',
        message: expect.stringContaining(message),
      }),
    );
  });
});
