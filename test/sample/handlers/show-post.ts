import { HttpError, inject, JsonResponse, type ServerRequest } from 'fw-runtime/b';
import { Posts } from '../services.ts';

export const ShowPost = inject([Posts], (posts) => (request: ServerRequest<{ id: string }>) => {
  const post = posts.find(request.params.id);
  if (post === undefined) throw new HttpError(404, 'There is no such post.');
  return new JsonResponse(post);
});
