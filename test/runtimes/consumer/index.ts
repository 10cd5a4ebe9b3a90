// An app that uses every entry point, compiled as strictly as each TypeScript version can.
import { type Config, mergeConfig, type Platform, ServerRequest, type ServiceId } from 'fw-runtime';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { type LoadedConfig, loadConfig } from 'fw-runtime/config';
import { contract, type Schema } from 'fw-runtime/contract';
import { openApiOf, type OpenApiResult } from 'fw-runtime/openapi';
import { expressPath, PathToRegexpRouter } from 'fw-runtime/router/path-to-regexp';
import { Rou3Router } from 'fw-runtime/router/rou3';
import { ServiceManager } from 'fw-runtime/service-manager';

declare module 'fw-runtime' {
  interface Services {
    greeting: string;
  }
  interface Platform {
    readonly env: { readonly NAME: string };
  }
}

class Clock {
  now(): string {
    return 'noon';
  }
}

export class Posts {
  static readonly inject = [Clock, 'greeting'] as const;
  readonly #clock: Clock;
  readonly #greeting: string;

  constructor(clock: Clock, greeting: string) {
    this.#clock = clock;
    this.#greeting = greeting;
  }

  latest(): string {
    return `${this.#greeting} ${this.#clock.now()}`;
  }
}

const container = new ServiceManager({ invokables: { Clock }, services: { greeting: 'hello' } });

export const appOfA: a.Application = a.AppFactory.create(container, new Rou3Router());
appOfA.pipe((request, response, next) => next(request, response.withHeader('X-One', '1')));
appOfA.pipeErrorHandler((error, _request, response) => new a.TextResponse(String(error), response.status));
appOfA.get('/post/{id}', (request) => new a.TextResponse(request.params.id));

export const appOfB: b.Application = b.AppFactory.create(container, new PathToRegexpRouter())
  .pipeRoutingMiddleware()
  .pipeDispatchMiddleware();
const Lang = b.attribute<'en' | 'de'>('lang');
appOfB.pipe(async (request, delegate) => {
  const response = await delegate(request.with(Lang, 'en'));
  return response.withAddedHeader('Set-Cookie', `name=${request.platform?.env.NAME}`);
});
appOfB.get(expressPath('/page{/:n}'), (request) => new b.TextResponse(request.params['n'] ?? '1'));
appOfB.get(
  '/now',
  b.inject([Posts, Clock], (posts) => () => new b.JsonResponse(posts.latest())),
);
appOfB.post('/post[/{slug}]', async (request) => {
  const slug: string | undefined = request.params.slug;
  const { text } = await request.json<{ text: string }>();
  request.waitUntil?.(Promise.resolve());
  return new b.TextResponse(`${slug} ${text} ${request.require(Lang)}`, 201);
});

const Title: Schema<{ title: string }> = {
  '~standard': { version: 1, vendor: 'own', validate: () => ({ value: { title: '' } }) },
};
const addPost = contract({ body: Title, responses: { 201: Title } });
appOfA.post(
  '/titles',
  addPost.handle(({ body }) => new a.TextResponse(body.title, 201)),
);
export const document: Promise<OpenApiResult> = openApiOf(appOfA);

export const config: Config = mergeConfig(
  b.defineConfig({ routes: [b.route('GET', '/x/{id}', (request) => new b.TextResponse(request.params.id))] }),
  a.defineConfig({ debug: 'everyone' }),
);
export const loaded: Promise<Config> = loadConfig({ cwd: '.' });
export type Loaded = LoadedConfig<undefined>;
export const { fetch }: { fetch(request: Request, platform?: Platform): Promise<Response> } = appOfB;
export const id: ServiceId<Clock> = Clock;
export const handled: Promise<b.HttpResponse> = appOfA.handle(new ServerRequest('/post/1'));
export const served: Promise<b.RunningServer> = appOfB.run({ port: 0 });
export default appOfB;

class Site extends b.Application {
  override fetch(request: Request, ...given: [Platform?]): Promise<Response> {
    return super.fetch(request, ...given);
  }
}
export const site: Site = new Site({ debug: true });
// @ts-expect-error A parameter that the path has not.
site.get('/post/{id}', (request) => new b.TextResponse(request.params.slug));
