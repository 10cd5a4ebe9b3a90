import { NotFoundError } from 'fw-runtime/b';
import { pageLinks, Problem, resource } from 'fw-runtime/contract';
import { z } from 'zod';
import { userOf } from '../guards.ts';
import { Activity } from '../services/activity.ts';
import { Users } from '../services/users.ts';
import { Workspaces } from '../services/workspaces.ts';

const NewWorkspace = z.object({ name: z.string().min(1).max(100) });
const Workspace = NewWorkspace.extend({ id: z.uuid() });
const Entry = z.object({
  user: z.uuid(),
  action: z.string(),
  details: z.record(z.string(), z.string()),
  time: z.iso.datetime(),
});
export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
});

export const workspaces = resource(
  '/workspaces',
  { name: 'workspaces', services: [Workspaces] },
  ({ get, post }) => ({
    list: get('/', { responses: { 200: z.array(Workspace) } }).handle(({ request }, workspaces) => {
      return workspaces.of(userOf(request));
    }),
    create: post('/', { body: NewWorkspace, responses: { 201: Workspace } }).handle(
      ({ body, request }, workspaces) => {
        return workspaces.add(body.name, userOf(request));
      },
    ),
  }),
);

export const workspace = resource(
  '/workspaces/{workspace}',
  { name: 'workspace', services: [Workspaces, Users, Activity] },
  ({ get, post }) => ({
    show: get('/', { responses: { 200: Workspace, 404: Problem } }).handle(async ({ params }, workspaces) => {
      const workspace = await workspaces.find(params.workspace);
      if (workspace === undefined) throw new NotFoundError();
      return workspace;
    }),
    addMember: post('/members', {
      body: z.object({ name: z.string() }),
      responses: { 204: null, 404: Problem },
    }).handle(async ({ params, body }, workspaces, users) => {
      const user = await users.find('name', body.name);
      if (user === undefined) throw new NotFoundError(`There is no user ${body.name}.`);
      await workspaces.addMember(params.workspace, user.id);
    }),
    activity: get('/activity', { query: Page, responses: { 200: z.array(Entry) } }).handle(
      async ({ params, query, request, reply }, _workspaces, _users, activity) => {
        const { items, total } = await activity.list(params.workspace, query);
        return reply(200, items, { Link: pageLinks(request, { ...query, total }) });
      },
    ),
  }),
);
