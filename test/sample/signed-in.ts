import { attribute, type Delegate, HttpError, inject, type ServerRequest } from 'fw-runtime/b';
import { Sessions, type User } from './services.ts';

/** Who has signed in; set by the guard. */
export const CurrentUser = attribute<User>('user');

/** Lets those pass who have signed in. */
export const SignedIn = inject([Sessions], (sessions) => (request: ServerRequest, delegate: Delegate) => {
  const user = sessions.userOf(request.header('authorization')?.replace('Bearer ', '') ?? '');
  if (user === undefined) throw new HttpError(401, 'Sign in first.');
  return delegate(request.with(CurrentUser, user));
});
