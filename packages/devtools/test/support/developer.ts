import { accessToken } from '../../src/access/access-token.ts';
import { tokenHeader } from '../../src/access/gate.ts';
import { type Answer, ask, type Asking } from '../../../runtime/test/support/serve.ts';

/** The header by which a development server recognizes a developer. */
export function developerHeader(): Readonly<Record<string, string>> {
  return Object.fromEntries([tokenHeader()]);
}

/** Sends a request as a developer, with the token of the development tools. */
export function askAsDeveloper(
  server: { readonly port: number },
  { headers, ...asking }: Asking = {},
): Promise<Answer> {
  return ask(server, { ...asking, headers: { ...developerHeader(), ...headers } });
}

/** The URL that a browser opens, with the token of the development tools. */
export function developerUrl(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}token=${accessToken()}`;
}
