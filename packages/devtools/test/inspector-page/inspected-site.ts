import { JsonResponse, type RunningServer, type ServerRequest } from 'fw-runtime';
import type { Kit } from '../../../runtime/test/cases/case.ts';
import { type Answer, serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask } from '../support/developer.ts';

export const HOSTILE = `"><img src=x onerror="document.title='ran'">`;

/**
 * Serves an app with middleware that adds a header, a guard, an inner application, and a route that fails.
 */
export function inspectedSite<M>(kit: Kit<M>): Promise<RunningServer> {
  const blog = kit.routed({ debug: true });
  blog.get('/post/{id:\\d+}', kit.answer('A post'), 'post.show');
  blog.post('/post', kit.handler(created), 'post.create');
  blog.post('/post/unread', kit.answer('Not read'), 'post.unread');
  blog.get('/broken', kit.throws(new Error(`the post cannot be shown: ${HOSTILE}`)), 'post.broken');
  const services = {
    Signature: kit.around((response) => response.withHeader('X-Signed-By', 'Ada')),
    Guard: kit.guard((request) => request.header('x-entry') === undefined, 'No entry'),
    Blog: blog,
  };
  const app = kit.app({ debug: true, services, server: { document_root: 'docs' } });
  app.pipe(kit.service('Signature'));
  app.pipe('/admin', kit.service('Guard'));
  app.pipe('/blog', kit.service('Blog'));
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.get('/', kit.answer('Home'), 'home');
  app.get('/admin/stats', kit.answer('Statistics'), 'admin.stats');
  return serve(app);
}

async function created(request: ServerRequest): Promise<JsonResponse> {
  return new JsonResponse(await request.json(), 201);
}

/** Sends five requests. The last request fails. */
export async function askFive(server: RunningServer): Promise<readonly Answer[]> {
  const headers = { 'content-type': 'application/json' };
  const answers: Answer[] = [];
  for (const asked of [
    { path: '/' },
    { path: '/blog/post/7?draft=1' },
    { path: '/admin/stats', headers: { 'x-entry': 'opens', authorization: 'Bearer abcdefgh' } },
    { method: 'POST', path: '/blog/post', headers, body: '{"title":"It\'s new"}' },
    { path: '/blog/broken' },
  ]) {
    answers.push(await ask(server, asked));
  }
  return answers;
}
