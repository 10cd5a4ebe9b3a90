import { NotFoundError } from 'fw-runtime/b';
import { pageLinks, Problem, resource } from 'fw-runtime/contract';
import { z } from 'zod';
import { userOf } from '../guards.ts';
import { Tickets } from '../services/tickets.ts';
import { Page } from './workspaces.ts';

const State = z.enum(['open', 'closed']);
const NewTicket = z.object({ title: z.string().min(1).max(200), text: z.string().default('') });
const Changes = NewTicket.extend({ state: State, assignee: z.uuid().nullable() }).partial();
const Filter = Page.extend({
  state: State.optional(),
  assignee: z.uuid().optional(),
  label: z.string().optional(),
  search: z.string().optional(),
});
const Ticket = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  state: State,
  author: z.uuid(),
  assignee: z.uuid().nullable(),
  labels: z.array(z.string()),
  watchers: z.array(z.uuid()),
  time: z.iso.datetime(),
});

export const tickets = resource(
  '/workspaces/{workspace}/tickets',
  { name: 'tickets', services: [Tickets] },
  ({ get, post, patch, delete: remove }) => ({
    list: get('/', { query: Filter, responses: { 200: z.array(Ticket) } }).handle(
      async ({ params, query, request, reply }, tickets) => {
        const { items, total } = await tickets.list(params.workspace, query);
        return reply(200, items, { Link: pageLinks(request, { ...query, total }) });
      },
    ),
    create: post('/', { body: NewTicket, responses: { 201: Ticket } }).handle(
      async ({ params, body, request, reply }, tickets) => {
        const ticket = await tickets.add(params.workspace, userOf(request), body);
        return reply(201, ticket, { Location: `${request.originalPath}/${ticket.id}` });
      },
    ),
    show: get('/{ticket}', { responses: { 200: Ticket, 404: Problem } }).handle(
      async ({ params }, tickets) => {
        return (await tickets.find(params)) ?? notFound();
      },
    ),
    update: patch('/{ticket}', { body: Changes, responses: { 200: Ticket, 404: Problem } }).handle(
      async ({ params, body, request }, tickets) => {
        return (await tickets.update(params, userOf(request), body)) ?? notFound();
      },
    ),
    delete: remove('/{ticket}', { responses: { 204: null, 404: Problem } }).handle(
      async ({ params }, tickets) => {
        if (!(await tickets.delete(params))) notFound();
      },
    ),
  }),
);

function notFound(): never {
  throw new NotFoundError('There is no such ticket.');
}
