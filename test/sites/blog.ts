import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FILES: Readonly<Record<string, string>> = {
  'src/middleware/security-headers.ts': `
import type { Delegate, HttpResponse, ServerRequest } from 'fw-runtime/b';

/** Forbids other sites to frame a page. */
export class SecurityHeaders {
  async process(request: ServerRequest, delegate: Delegate): Promise<HttpResponse> {
    const response = await delegate(request);
    return response.withHeader('X-Frame-Options', 'DENY');
  }
}
`,
  'src/middleware/admin-guard.ts': `
import { type Delegate, HttpError, type HttpResponse, type ServerRequest } from 'fw-runtime/b';

/** Lets in who is signed in. */
export class AdminGuard {
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    if (request.header('authorization') === undefined) throw new HttpError(401, 'Sign in first.');
    return delegate(request.withAttribute('user', 'Ada'));
  }
}
`,
  'src/middleware/draft-banner.ts': `
import type { Delegate, HttpResponse, ServerRequest } from 'fw-runtime/b';

/** Says of a post whether it is a draft. */
export class DraftBanner {
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    return delegate(request.withAttribute('isDraft', request.query.has('draft')));
  }
}
`,
  'src/posts.ts': `
export class Database {
  static readonly inject = [] as const;
  readonly rows: ReadonlyMap<string, { readonly title: string }> = new Map([['7', { title: 'Middleware' }]]);
}

export class Posts {
  static readonly inject = [Database] as const;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  titleOf(id: string): string {
    return this.#database.rows.get(id)!.title;
  }
}
`,
  'src/action/show-post.ts': `
import { type HttpResponse, JsonResponse, type ServerRequest } from 'fw-runtime/b';
import { Posts } from '#app/posts';

/** GET /post/{id} */
export class ShowPost {
  static readonly inject = [Posts] as const;
  readonly #posts: Posts;

  constructor(posts: Posts) {
    this.#posts = posts;
  }

  process(request: ServerRequest<{ id: string }>): HttpResponse {
    const { id } = request.params;
    return new JsonResponse({ id, title: this.#posts.titleOf(id) });
  }
}
`,
  'src/action/add-post.ts': `
import { type HttpResponse, JsonResponse, type ServerRequest } from 'fw-runtime/b';

/** POST /post */
export class AddPost {
  async process(request: ServerRequest): Promise<HttpResponse> {
    const { title } = await request.json<{ title: string }>();
    return new JsonResponse({ id: 8, title }, 201, { Location: '/post/8' });
  }
}
`,
  'src/action/statistics.ts': `
import { type HttpResponse, JsonResponse } from 'fw-runtime/b';

/** GET /admin/stats */
export class Statistics {
  process(): HttpResponse {
    return new JsonResponse({ visits: 42 });
  }
}
`,
  'config/autoload/blog.global.ts': `
import { defineConfig, route } from 'fw-runtime/b';
import { AddPost } from '#app/action/add-post';
import { ShowPost } from '#app/action/show-post';
import { Statistics } from '#app/action/statistics';
import { AdminGuard } from '#app/middleware/admin-guard';
import { DraftBanner } from '#app/middleware/draft-banner';
import { SecurityHeaders } from '#app/middleware/security-headers';

export default defineConfig({
  middleware_pipeline: {
    headers: { middleware: SecurityHeaders, priority: 20_000 },
    admin: { path: '/admin', middleware: AdminGuard, priority: 500 },
    drafts: { path: '/post', middleware: DraftBanner, priority: 400 },
  },
  routes: [
    route('GET', '/post/{id:\\\\d+}', ShowPost, { name: 'post.show' }),
    route('POST', '/post', AddPost, { name: 'post.add' }),
    route('GET', '/admin/stats', Statistics, { name: 'admin.stats' }),
  ],
});
`,
  // Services are created on first use, so that a request shows which ones it created.
  'config/autoload/machine.local.ts': `
import { defineConfig } from 'fw-runtime/b';

export default defineConfig({ server: { host: '127.0.0.1', eager: false } });
`,
};

/** Turns a new project with variant B into a blog with a guard, services and a post that fails. */
export async function writeBlog(project: string): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.trimStart());
  }
}

/** Sends five requests to the blog; the last of them fails. */
export async function requestBlog(url: string, token: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const [method, path, headers, body] of [
    ['GET', '/', {}],
    ['GET', '/post/7?draft=1', {}],
    ['GET', '/admin/stats', { authorization: 'Bearer abcdefghijkl' }],
    ['POST', '/post', { 'content-type': 'application/json' }, '{"title":"It\'s new"}'],
    ['GET', '/post/9', { accept: 'application/json' }],
  ] as const) {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, 'X-Fw-Token': token },
      body: body ?? null,
    });
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
}
