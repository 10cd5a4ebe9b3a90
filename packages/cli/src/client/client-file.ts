import { createHash } from 'node:crypto';

/** The module without the types, which openapi-typescript generates. */
const CLIENT_MODULE = `import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';

/** The API client: \`client.GET(path, …)\` and the same for other methods. */
export type ApiClient = Client<paths>;

/** Creates a client; \`baseUrl\` is the URL of the API, as in \`https://example.com\`. */
export function createClient(options?: ClientOptions): ApiClient {
  return createFetchClient<paths>(options);
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
