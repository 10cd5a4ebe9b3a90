import { HttpError, inject, JsonResponse, type ServerRequest } from 'fw-runtime/b';
import { Sessions, Users } from '../services.ts';

export const SignIn = inject([Users, Sessions], (users, sessions) => async (request: ServerRequest) => {
  const { name, password } = await request.json<{ name: string; password: string }>();
  const user = users.find(name, password);
  if (user === undefined) throw new HttpError(403, 'Name or password is wrong.');
  return new JsonResponse({ token: sessions.start(user) });
});
