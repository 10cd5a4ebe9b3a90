import { ApplicationFactory, defineConfig, group, HttpError, JsonResponse, route } from 'fw-runtime/b';
import { ServiceManager } from 'fw-runtime/service-manager';
import { CountPosts } from './handlers/count-posts.ts';
import { CreatePost } from './handlers/create-post.ts';
import { DeletePost } from './handlers/delete-post.ts';
import { ListPosts } from './handlers/list-posts.ts';
import { showMe } from './handlers/show-me.ts';
import { ShowPost } from './handlers/show-post.ts';
import { SignIn } from './handlers/sign-in.ts';
import { SignUp } from './handlers/sign-up.ts';
import { Posts, Sessions, Users } from './services.ts';
import { SignedIn } from './signed-in.ts';

const config = defineConfig({
  dependencies: { invokables: { Posts, Sessions, Users } },
  errors: {
    render: (error) =>
      error instanceof HttpError ? new JsonResponse({ errors: [error.message] }, error.status) : undefined,
  },
  routes: [
    route('POST', '/users', SignUp),
    route('POST', '/sessions', SignIn),
    route('GET', '/posts', ListPosts),
    route('GET', '/posts/count', CountPosts),
    route('GET', '/posts/{id}', ShowPost),
    group('/', { middleware: SignedIn }, [
      route('GET', '/me', showMe),
      route('POST', '/posts', CreatePost),
      route('DELETE', '/posts/{id}', DeletePost),
    ]),
  ],
});

export function createApplication() {
  const container = new ServiceManager(config.dependencies);
  container.setService('config', config);
  return new ApplicationFactory().create(container);
}
