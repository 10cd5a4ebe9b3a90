/** How Fw responds where other frameworks call a method of the response or of the context. */
const RESPONSES = new Map([
  ...['send', 'end', 'text', 'body', 'write'].map((name) => [name, 'TextResponse(text)'] as const),
  ...['status', 'code', 'sendStatus', 'type', 'writeHead'].map(
    (name) => [name, 'HttpResponse(body, status)'] as const,
  ),
  ['json', 'JsonResponse(value)'],
  ['html', 'HtmlResponse(html)'],
  ['render', 'HtmlResponse(html)'],
  ['redirect', 'RedirectResponse(url)'],
  ['sendFile', 'FileResponse(path)'],
  ['download', 'FileResponse(path)'],
]);

/**
 * What to write instead, for a TypeError that comes from the habits of another framework.
 *
 * @returns undefined for any other error
 */
export function hintFor(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const { message } = error;
  const [, passing] = /^(next|delegate|handler) is not a function/.exec(message) ?? [];
  if (passing !== undefined) {
    return `failed, because its parameters are not those of its variant: (request, response, next) in A, (request, delegate) in B.`;
  }
  const [, called] = /\.(\w+) is not a function/.exec(message) ?? [];
  const [, assigned] = /^Cannot (?:set|add) property (\w+)/.exec(message) ?? [];
  const response = RESPONSES.get(called ?? assigned ?? '');
  if (response !== undefined) return `failed with "${message}". To respond, return new ${response}.`;
  if (assigned === undefined) return undefined;
  return `failed with "${message}". A request is immutable: pass on request.withAttribute("${assigned}", value).`;
}
