import { HttpError, inject, JsonResponse, type ServerRequest } from 'fw-runtime/b';
import { Users } from '../services.ts';

export const SignUp = inject([Users], (users) => async (request: ServerRequest) => {
  const { name, password } = await request.json<{ name: string; password: string }>();
  const user = users.add(name, password);
  if (user === undefined) throw new HttpError(409, `${name} is taken.`);
  return new JsonResponse(user, 201);
});
