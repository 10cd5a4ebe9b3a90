import { createHash } from 'node:crypto';

/** The module without the types, which openapi-typescript generates. */
const CLIENT_MODULE = `import createFetchClient, {
  type Client,
  type ClientOptions,
  type FetchResponse,
  type MaybeOptionalInit,
  type ParseAs,
} from 'openapi-fetch';

/** The API client: \`client.GET(path, …)\` and the same for other methods. */
export interface ApiClient extends Pick<Client<paths>, 'request' | 'use' | 'eject'> {
  readonly GET: Call<Routes<'get'>>;
  readonly PUT: Call<Routes<'put'>>;
  readonly POST: Call<Routes<'post'>>;
  readonly DELETE: Call<Routes<'delete'>>;
  readonly OPTIONS: Call<Routes<'options'>>;
  readonly HEAD: Call<Routes<'head'>>;
  readonly PATCH: Call<Routes<'patch'>>;
  readonly TRACE: Call<Routes<'trace'>>;
}

/** Creates a client; \`baseUrl\` is the URL of the API, as in \`https://example.com\`. */
export function createClient(options?: ClientOptions): ApiClient {
  return createFetchClient<paths>(options) as unknown as ApiClient;
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

type PathsWith<Name extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Name, object> ? Path : never;
}[keyof paths];

/** The routes of a method: what a call takes, and its operation. */
type Routes<Name extends Method> = {
  [Path in PathsWith<Name>]: { init: MaybeOptionalInit<paths[Path], Name>; operation: paths[Path][Name] & object };
};

type InitParam<Init> = {} extends Init
  ? [init?: Init & Extra]
  : [init: Init & Extra];

/** Keeps the literal type of \`parseAs\`, and allows options of other libraries. */
type Extra = { parseAs?: ParseAs; [key: string]: unknown };

/** A call by path. The types of its other arguments don't depend on the union of all paths, which the compiler would compare at each call. */
interface Call<All extends Record<keyof All, { init: unknown; operation: object }>> {
  <Path extends string, Init extends Path extends keyof All ? All[Path]['init'] : unknown>(
    url: Path extends keyof All ? Path : keyof All,
    ...init: InitParam<Init>
  ): Promise<
    Path extends keyof All ? FetchResponse<All[Path]['operation'], Init, \`\${string}/\${string}\`> : never
  >;
}
`;
const GENERATED_MARK =
  '// Written by "fw client" from an OpenAPI document: do not edit it, run the command again. Of ';

/** The text of a client's file. */
export function clientFile(document: object, types: string): string {
  const body = `${CLIENT_MODULE}\n${types.trim()}\n`;
  return `${GENERATED_MARK}${digestOf(document, body)}\n\n${body}`;
}

/** Whether a file was written by `fw client`. */
export function isClientFile(text: string): boolean {
  return text.startsWith(GENERATED_MARK);
}

/** Whether a file is the client of a document. The types don't need to be generated for this. */
export function isCurrent(text: string, document: object): boolean {
  if (!isClientFile(text)) return false;
  const end = text.indexOf('\n');
  return text.slice(GENERATED_MARK.length, end).trim() === digestOf(document, text.slice(end));
}

/** A digest of the document and of the generated file. */
function digestOf(document: object, body: string): string {
  const { paths, webhooks, components } = document as Readonly<Record<string, unknown>>;
  // The types depend on nothing else: a new version of the API with the same paths has the same client.
  const parts = [JSON.stringify({ paths, webhooks, components }), CLIENT_MODULE, withoutStyle(body)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}

/** The code without formatting, because a project may format the client's file. */
function withoutStyle(code: string): string {
  return code.replaceAll(/[\s;,|()'"]+/g, '');
}
