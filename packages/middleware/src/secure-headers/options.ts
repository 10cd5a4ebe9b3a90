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

/** The header Strict-Transport-Security: how long browsers use HTTPS only. They honor the header over HTTPS only. */
export interface StrictTransportSecurity {
  /** The time that browsers use HTTPS only, in seconds; a year when absent. */
  readonly max_age?: number;
  /** Whether it applies to subdomains too; true when absent. */
  readonly include_subdomains?: boolean;
  /** Whether the host may be added to the preload lists of browsers; false when absent. */
  readonly preload?: boolean;
}

/** Options of `secureHeaders()`: the headers by their names with "_" for "-". False omits a header. */
export interface SecureHeadersOptions {
  /**
   * The Content-Security-Policy: the sources that a page may load and run; the default directives of helmet when
   * absent.
   */
  readonly content_security_policy?: ContentSecurityPolicy | false;
  /** The cross-origin resources that a page may embed; omitted when absent. */
  readonly cross_origin_embedder_policy?: (typeof EMBEDDER)[number] | false;
  /** The windows with which a page shares its browsing context; 'same-origin' when absent. */
  readonly cross_origin_opener_policy?: (typeof OPENER)[number] | false;
  /** The pages that may embed a response; 'same-origin' when absent. */
  readonly cross_origin_resource_policy?: (typeof RESOURCE)[number] | false;
  /** Whether pages run in a process of their own in supporting browsers; true when absent. */
  readonly origin_agent_cluster?: boolean;
  /** The referrer that links send; of several values, the last that a browser supports; 'no-referrer' when absent. */
  readonly referrer_policy?: ReferrerPolicy | readonly ReferrerPolicy[] | false;
  /** The time that browsers use HTTPS only; a year, with subdomains, when absent. */
  readonly strict_transport_security?: StrictTransportSecurity | false;
  /** Whether browsers trust the Content-Type; true when absent. */
  readonly x_content_type_options?: boolean;
  /** Whether browsers resolve the hosts of links in advance; 'off' when absent. */
  readonly x_dns_prefetch_control?: 'on' | 'off' | false;
  /** Whether old browsers never open downloads in place; true when absent. */
  readonly x_download_options?: boolean;
  /** The pages that may frame a page in old browsers; 'SAMEORIGIN' when absent. */
  readonly x_frame_options?: 'DENY' | 'SAMEORIGIN' | false;
  /** The cross-domain policy files that plugins may load; 'none' when absent. */
  readonly x_permitted_cross_domain_policies?: (typeof CROSS_DOMAIN)[number] | false;
  /** Whether inner middleware may send X-Powered-By; false when absent. */
  readonly x_powered_by?: boolean;
  /** Whether the XSS filter of old browsers, which caused vulnerabilities, is disabled; true when absent. */
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
/** A value of the header Referrer-Policy: how much of a page's URL its links and requests send. */
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

// Not a union, because its errors wouldn't name what is wrong within the schema.
function orFalse<Output>(schema: GenericSchema<unknown, Output>): GenericSchema<unknown, Output | false> {
  return lazy<GenericSchema<unknown, Output | false>>((input) => (input === false ? literal(false) : schema));
}

function oneOf<const Text extends string>(
  values: readonly Text[],
  fallback: NoInfer<Text> | false,
): GenericSchema<unknown, Text | false> {
  return optional(union([literal(false), picklist(values)]), fallback);
}
