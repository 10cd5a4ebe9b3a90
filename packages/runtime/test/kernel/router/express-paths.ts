/** Paths of Express, and the same paths of Fw. `expressPath()` and `fw generate route` convert them. */
export const EXPRESS_PATHS: readonly (readonly [express: string, fw: string])[] = [
  ['/:id', '/{id}'],
  ['/users/:id/posts/:post_id', '/users/{id}/posts/{post_id}'],
  ['/page{/:n{/:lang}}', '/page[/{n}[/{lang}]]'],
  ['/users{/:id}', '/users[/{id}]'],
  ['/posts/:id{.:format}', '/posts/{id}[.{format}]'],
  ['/v:version', '/v{version}'],
  ['/v:version/users', '/v{version}/users'],
  ['/@:name', '/@{name}'],
  ['/flights/:from-:to', '/flights/{from}-{to}'],
  ['/:"post-id"', '/{post-id}'],
  ['/*path', '/{path:.*}'],
  ['/files/*path', '/files/{path:.*}'],
  ['/files{/*path}', '/files[/{path:.*}]'],
  [String.raw`/:id/\[draft\]`, '/{id}/%5Bdraft%5D'],
  // Express 4.
  [String.raw`/u/:id(\d+)`, String.raw`/u/{id:\d+}`],
  [String.raw`/:year(\d{4})-:month(\d{2})`, String.raw`/{year:\d{4}}-{month:\d{2}}`],
  ['/:lang(en|de)/about', '/{lang:en|de}/about'],
  ['/files/*', '/files/{rest:.*}'],
  ['/files/**', '/files/{rest:.*}'],
  ['/*', '/{rest:.*}'],
];

/** Paths of Express that Fw doesn't have, each with a part of the error. */
export const INEXPRESSIBLE_PATHS: readonly (readonly [express: string, reason: string])[] = [
  ['/a{/:b}/c', 'an optional part is only allowed at the end'],
  ['/a{/:b}{/:c}', 'an optional part is only allowed at the end'],
  ['/*a/b', 'wildcard must be the whole last segment'],
  ['/*a.txt', 'wildcard must be the whole last segment'],
  ['/x/*a{/:b}', 'wildcard must be the whole last segment'],
  ['/:a(.*)/b', 'wildcard must be the whole last segment'],
  ['/:a:b', 'two placeholders need text between them'],
  ['/:naïve', 'closed'],
  ['/:a/:a', 'the placeholder {a} occurs twice'],
];
