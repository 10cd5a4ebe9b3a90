import { HttpError, NotFoundError } from 'fw-runtime/b';
import { Problem, resource } from 'fw-runtime/contract';
import { z } from 'zod';
import { userOf } from '../guards.ts';
import { Tokens } from '../services/tokens.ts';
import { Users } from '../services/users.ts';

const Credentials = z.object({ name: z.string().min(1).max(50), password: z.string().min(8).max(100) });
const User = z.object({ id: z.uuid(), name: z.string() });

export const users = resource('/users', { name: 'users', services: [Users] }, ({ post }) => ({
  create: post('/', { body: Credentials, responses: { 201: User, 409: Problem } }).handle(
    async ({ body }, users) => {
      const user = await users.add(body);
      if (user === undefined) throw new HttpError(409, `The name ${body.name} is taken.`);
      return user;
    },
  ),
}));

export const sessions = resource(
  '/sessions',
  { name: 'sessions', services: [Users, Tokens] },
  ({ post }) => ({
    create: post('/', {
      body: Credentials,
      responses: { 201: z.object({ token: z.string() }), 401: Problem },
    }).handle(async ({ body }, users, tokens) => {
      const user = await users.signIn(body);
      if (user === undefined) throw new HttpError(401, 'The name or the password is wrong.');
      return { token: await tokens.create(user) };
    }),
  }),
);

export const me = resource('/me', { name: 'me', services: [Users] }, ({ get }) => ({
  show: get('/', { responses: { 200: User } }).handle(async ({ request }, users) => {
    const user = await users.find('id', userOf(request));
    if (user === undefined) throw new NotFoundError();
    return user;
  }),
}));
