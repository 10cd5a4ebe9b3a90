import { inject, JsonResponse, type ServerRequest } from 'fw-runtime/b';
import { Posts } from '../services.ts';
import { CurrentUser } from '../signed-in.ts';

export const CreatePost = inject([Posts], (posts) => async (request: ServerRequest) => {
  const { title } = await request.json<{ title: string }>();
  return new JsonResponse(posts.add(title, request.require(CurrentUser)), 201);
});
