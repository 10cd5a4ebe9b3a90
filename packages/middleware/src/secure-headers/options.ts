import {
  array,
  boolean,
  type GenericSchema,
  lazy,
  literal,
  minLength,
  optional,
  picklist,
  pipe,
  strictObject,
  union,
} from 'valibot';
import { count } from '../provider/schemas.ts';
import { type ContentSecurityPolicy, CSP } from './content-security-policy.ts';

/** How long browsers use HTTPS only. They hear it over HTTPS, and pass over it otherwise. */
export interface StrictTransportSecurity {
  /** In seconds; a year when absent. */
  readonly max_age?: number;
  /** Whether it counts for subdomains too; true when absent. */
  readonly include_subdomains?: boolean;
  /** Whether the site may stand in the lists that browsers come with; false when absent. */
  readonly preload?: boolean;
}

/** The headers by their names with "_" for "-"; false leaves one out. */
export interface SecureHeadersOptions {
  /** What a page may load and run. */
  readonly content_security_policy?: ContentSecurityPolicy | false;
  /** What a page may embed of other origins; left out when absent. */
  readonly cross_origin_embedder_policy?: (typeof EMBEDDER)[number] | false;
  /** Which windows a page shares its browsing context with; 'same-origin' when absent. */
  readonly cross_origin_opener_policy?: (typeof OPENER)[number] | false;
  /** Whose pages may embed an answer; 'same-origin' when absent. */
  readonly cross_origin_resource_policy?: (typeof RESOURCE)[number] | false;
  /** Whether pages have a process of their own, where the browser can; true when absent. */
  readonly origin_agent_cluster?: boolean;
  /** What links tell of the page that they stand on, of several the last that a browser knows; 'no-referrer' when absent. */
  readonly referrer_policy?: ReferrerPolicy | readonly ReferrerPolicy[] | false;
  readonly strict_transport_security?: StrictTransportSecurity | false;
  /** Whether a browser believes the Content-Type; true when absent. */
  readonly x_content_type_options?: boolean;
  /** Whether browsers look up the hosts of links in advance; 'off' when absent. */
  readonly x_dns_prefetch_control?: 'on' | 'off' | false;
  /** For old browsers: whether a download is never opened in place; true when absent. */
  readonly x_download_options?: boolean;
  /** For old browsers: who may frame a page; 'SAMEORIGIN' when absent. */
  readonly x_frame_options?: 'DENY' | 'SAMEORIGIN' | false;
  /** For plugins; 'none' when absent. */
  readonly x_permitted_cross_domain_policies?: (typeof CROSS_DOMAIN)[number] | false;
  /** Whether inner layers may send X-Powered-By; false when absent. */
  readonly x_powered_by?: boolean;
  /** Whether the filter of old browsers, which did harm, is switched off; true when absent. */
  readonly x_xss_protection?: boolean;
}

const EMBEDDER = ['require-corp', 'credentialless', 'unsafe-none'] as const;
const OPENER = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'] as const;
const RESOURCE = ['same-origin', 'same-site', 'cross-origin'] as const;
const CROSS_DOMAIN = ['none', 'master-only', 'by-content-type', 'all'] as const;
const REFERRER = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const;
export type ReferrerPolicy = (typeof REFERRER)[number];

const YEAR = 31_536_000;
const HSTS: GenericSchema<unknown, StrictTransportSecurity> = strictObject({
  max_age: optional(count('seconds'), YEAR),
  include_subdomains: optional(boolean(), true),
  preload: optional(boolean(), false),
});
export const OPTIONS: GenericSchema<unknown, Required<SecureHeadersOptions>> = strictObject({
  content_security_policy: optional(orFalse(CSP), {}),
  cross_origin_embedder_policy: oneOf(EMBEDDER, false),
  cross_origin_opener_policy: oneOf(OPENER, 'same-origin'),
  cross_origin_resource_policy: oneOf(RESOURCE, 'same-origin'),
  origin_agent_cluster: optional(boolean(), true),
  referrer_policy: optional(
    union([
      literal(false),
      picklist(REFERRER),
      pipe(array(picklist(REFERRER)), minLength(1, 'expected a policy')),
    ]),
    'no-referrer',
  ),
  strict_transport_security: optional(orFalse(HSTS), {}),
  x_content_type_options: optional(boolean(), true),
  x_dns_prefetch_control: oneOf(['on', 'off'], 'off'),
  x_download_options: optional(boolean(), true),
  x_frame_options: oneOf(['DENY', 'SAMEORIGIN'], 'SAMEORIGIN'),
  x_permitted_cross_domain_policies: oneOf(CROSS_DOMAIN, 'none'),
  x_powered_by: optional(boolean(), false),
  x_xss_protection: optional(boolean(), true),
});

// Not a union, whose faults would not say what is wrong within the schema.
function orFalse<Output>(schema: GenericSchema<unknown, Output>): GenericSchema<unknown, Output | false> {
  return lazy<GenericSchema<unknown, Output | false>>((input) => (input === false ? literal(false) : schema));
}

function oneOf<const Text extends string>(
  texts: readonly Text[],
  fallback: NoInfer<Text> | false,
): GenericSchema<unknown, Text | false> {
  return optional(union([literal(false), picklist(texts)]), fallback);
}
