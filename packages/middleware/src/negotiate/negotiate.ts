import {
  attribute,
  type Attribute,
  defineMiddleware,
  HttpError,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { array, boolean, check, minLength, optional, pipe, regex, strictObject, string } from 'valibot';
import { withVary } from '../headers/vary.ts';
import { importPeer } from '../provider/import-peer.ts';
import { readOptions } from '../provider/read-options.ts';

/** Options of `negotiate()`. */
export interface NegotiateOptions {
  /** Media types such as 'text/html', in order of preference; not negotiated when absent. */
  readonly media_types?: readonly string[];
  /** Languages such as 'en' or 'de-CH', in order of preference; not negotiated when absent. */
  readonly languages?: readonly string[];
  /** Whether clients that accept none of the media types get 406; false when absent: they get the first. */
  readonly strict?: boolean;
  /** The query parameter with which a link selects a language, such as 'lang'; none when absent. */
  readonly language_parameter?: string;
}

/**
 * The attribute with the offered media type that the client prefers.
 *
 * @example request.require(MediaType) === 'text/html'
 */
export const MediaType: Attribute<string> = attribute<string>('mediaType');

/**
 * The attribute with the offered language that the client prefers.
 *
 * @example request.require(Language) === 'de'
 */
export const Language: Attribute<string> = attribute<string>('language');

const MEDIA_TYPE = regex(/^[\w.+-]+\/[\w.+-]+$/, 'expected a media type such as "text/html"');
const LANGUAGE = regex(/^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i, 'expected a language such as "en" or "de-CH"');
const SOME = minLength<string[], 1, string>(1, 'expected one or more');
const OPTIONS = pipe(
  strictObject({
    media_types: optional(pipe(array(pipe(string(), MEDIA_TYPE)), SOME)),
    languages: optional(pipe(array(pipe(string(), LANGUAGE)), SOME)),
    strict: optional(boolean(), false),
    language_parameter: optional(pipe(string(), minLength(1, 'expected the name of a parameter'))),
  }),
  check(
    ({ media_types, languages }) => media_types !== undefined || languages !== undefined,
    'expected media_types, languages, or both',
  ),
);

/**
 * Negotiates media type and language by Accept and Accept-Language, and stores them as `request.get(MediaType)` and
 * `request.get(Language)`. The response lists the headers in Vary.
 *
 * @param options `media_types`, `languages`, or both
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when `negotiator` is not installed
 * @example app.pipe(await negotiate({ languages: ['en', 'de'] }));
 * @source RFC 9110 12.5.1, 12.5.4
 */
export async function negotiate(options?: NegotiateOptions): Promise<SharedMiddleware> {
  const { media_types, languages, strict, language_parameter } = readOptions('negotiate', OPTIONS, options);
  const { default: Negotiator } = await importPeer(
    'negotiator',
    () => import('negotiator'),
    'fw-middleware/negotiate',
  );
  const [firstType] = media_types ?? [];
  const [firstLanguage] = languages ?? [];
  const named = new Map(languages?.map((each) => [each.toLowerCase(), each]));
  const varying = [...(media_types ? ['Accept'] : []), ...(languages ? ['Accept-Language'] : [])];

  return defineMiddleware(async function negotiate(request, next) {
    const headers = {
      accept: request.header('accept'),
      'accept-language': request.header('accept-language'),
    };
    const client = new Negotiator({ headers });
    let passed = request;
    if (media_types !== undefined && firstType !== undefined) {
      const best = client.mediaType(media_types);
      if (best === undefined && strict) throw notAcceptable(media_types);
      passed = passed.with(MediaType, best ?? firstType);
    }
    if (languages !== undefined && firstLanguage !== undefined) {
      passed = passed.with(Language, namedIn(request) ?? client.language(languages) ?? firstLanguage);
    }
    return withVary(await next(passed), ...varying);
  });

  function namedIn(request: ServerRequest): string | undefined {
    if (language_parameter === undefined) return undefined;
    return named.get(request.query.get(language_parameter)?.toLowerCase() ?? '');
  }
}

function notAcceptable(offered: readonly string[]): HttpError {
  return new HttpError(406, `Accept matches none of ${offered.join(', ')}.`, {
    headers: { Vary: 'Accept' },
  });
}
