import {
  type Attribute,
  attribute,
  defaultHeaders,
  defineMiddleware,
  type HttpResponse,
  type SharedMiddleware,
} from 'fw-runtime';
import { randomText } from '../crypto/random.ts';
import { readOptions } from '../provider/read-options.ts';
import { cspHeader } from './content-security-policy.ts';
import { OPTIONS, type SecureHeadersOptions, type StrictTransportSecurity } from './options.ts';

/**
 * The attribute with the nonce of the request's Content-Security-Policy; not set unless a directive has the source
 * `'nonce'`.
 *
 * @example html`<script nonce="${request.require(CspNonce)}">…</script>`
 */
export const CspNonce: Attribute<string> = attribute<string>('cspNonce');

/**
 * Sets security headers with the defaults of helmet 8. A header that inner middleware has set is kept.
 *
 * @param options the headers to change or omit; the defaults of helmet when absent
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(secureHeaders({ content_security_policy: { directives: { img_src: "'self' https:" } } }));
 */
export function secureHeaders(options?: SecureHeadersOptions): SharedMiddleware {
  const read = readOptions('secure_headers', OPTIONS, options);
  const csp = read.content_security_policy === false ? undefined : cspHeader(read.content_security_policy);
  const constant = constantHeaders(read);
  const clean = (response: HttpResponse): HttpResponse =>
    read.x_powered_by ? response : response.withoutHeader('X-Powered-By');

  if (csp?.usesNonce !== true) {
    const finish = defaultHeaders(csp === undefined ? constant : [[csp.name, csp.value('')], ...constant]);
    return defineMiddleware(async function secureHeaders(request, next) {
      return finish(clean(await next(request)));
    });
  }
  const finish = defaultHeaders(constant);
  return defineMiddleware(async function secureHeaders(request, next) {
    const nonce = randomText(16);
    const response = finish(clean(await next(request.with(CspNonce, nonce))));
    return response.header(csp.name) === undefined
      ? response.withHeader(csp.name, csp.value(nonce))
      : response;
  });
}

type Header = readonly [name: string, value: string];

/** Headers that are the same for each request, in helmet's order. */
function constantHeaders(read: Required<SecureHeadersOptions>): Header[] {
  const { strict_transport_security: hsts, referrer_policy } = read;
  const headers: readonly (readonly [string, string | boolean])[] = [
    ['Cross-Origin-Embedder-Policy', read.cross_origin_embedder_policy],
    ['Cross-Origin-Opener-Policy', read.cross_origin_opener_policy],
    ['Cross-Origin-Resource-Policy', read.cross_origin_resource_policy],
    ['Origin-Agent-Cluster', read.origin_agent_cluster && '?1'],
    ['Referrer-Policy', referrer_policy && [referrer_policy].flat().join(', ')],
    ['Strict-Transport-Security', hsts && hstsValue(hsts)],
    ['X-Content-Type-Options', read.x_content_type_options && 'nosniff'],
    ['X-DNS-Prefetch-Control', read.x_dns_prefetch_control],
    ['X-Download-Options', read.x_download_options && 'noopen'],
    ['X-Frame-Options', read.x_frame_options],
    ['X-Permitted-Cross-Domain-Policies', read.x_permitted_cross_domain_policies],
    ['X-XSS-Protection', read.x_xss_protection && '0'],
  ];
  return headers.filter((header): header is Header => header[1] !== false);
}

function hstsValue({ max_age, include_subdomains, preload }: StrictTransportSecurity): string {
  return [`max-age=${max_age}`, include_subdomains && 'includeSubDomains', preload && 'preload']
    .filter(Boolean)
    .join('; ');
}
