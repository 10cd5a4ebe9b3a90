import { resource } from 'fw-runtime/contract';
import { z } from 'zod';
import { userOf } from '../guards.ts';
import { Comments } from '../services/comments.ts';
import { Tickets } from '../services/tickets.ts';

const NewComment = z.object({ text: z.string().min(1).max(10_000) });
const Comment = NewComment.extend({ id: z.uuid(), author: z.uuid(), time: z.iso.datetime() });
const done = { responses: { 204: null } } as const;

/** The comments, labels and watchers of a ticket, which a guard has found. */
export const ticketParts = resource(
  '/workspaces/{workspace}/tickets/{ticket}',
  { name: 'ticket', services: [Tickets, Comments] },
  ({ get, post, put, delete: remove }) => ({
    comments: get('/comments', { responses: { 200: z.array(Comment) } }).handle(
      ({ params }, _tickets, comments) => comments.list(params.ticket),
    ),
    comment: post('/comments', { body: NewComment, responses: { 201: Comment } }).handle(
      ({ params, body, request }, _tickets, comments) => comments.add(params, userOf(request), body.text),
    ),
    label: put('/labels/{label}', done).handle(({ params }, tickets) =>
      tickets.label(params.ticket, params.label),
    ),
    unlabel: remove('/labels/{label}', done).handle(({ params }, tickets) =>
      tickets.unlabel(params.ticket, params.label),
    ),
    watch: put('/watchers/me', done).handle(({ params, request }, tickets) =>
      tickets.watch(params.ticket, userOf(request)),
    ),
    unwatch: remove('/watchers/me', done).handle(({ params, request }, tickets) =>
      tickets.unwatch(params.ticket, userOf(request)),
    ),
  }),
);
