// The same, and the entry points that need the types of Node, or of the Web.
import { withWebSockets as withBun } from 'fw-runtime/bun';
import { withWebSockets as withDeno } from 'fw-runtime/deno';
import { type NodeHandler, toNodeHandler } from 'fw-runtime/node';
import { openTelemetry, type OpenTelemetryOptions } from 'fw-otel';
import { PublicFolder } from 'fw-runtime/public-folder';
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { siteOfA } from './index.ts';

export const router: FindMyWayRouter = new FindMyWayRouter();
export const handler: NodeHandler = toNodeHandler(siteOfA);
export const fetches = [withBun(siteOfA).fetch, withDeno(siteOfA).fetch];
export const options: OpenTelemetryOptions = { layers: true, ignore: ({ path }) => path === '/healthz' };
export const end: () => void = openTelemetry(options);
export { PublicFolder };
export default siteOfA;
