import { EmptyResponse, HttpError, inject, type ServerRequest } from 'fw-runtime/b';
import { Posts } from '../services.ts';
import { CurrentUser } from '../signed-in.ts';

export const DeletePost = inject([Posts], (posts) => (request: ServerRequest<{ id: string }>) => {
  const { id } = request.params;
  const { name } = request.require(CurrentUser);
  if (posts.find(id)?.author !== name) throw new HttpError(403, 'Only its author deletes a post.');
  posts.remove(id);
  return new EmptyResponse();
});
