// The same with the entry points that need the types of Node or of the Web.
import { describe, type Explanation, explain, policyViolations, type PolicyViolation } from 'fw-devtools';
import type { InspectionReport } from 'fw-devtools/inspection';
import { type Command, command, runCommand } from 'fw-runtime/command';
import { type NodeHandler, toNodeHandler } from 'fw-runtime/node';
import { openTelemetry, type OpenTelemetryOptions } from 'fw-otel';
import { PublicFolder } from 'fw-runtime/public-folder';
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { ServiceManager } from 'fw-runtime/service-manager';
import { fake, type Fake } from 'fw-runtime/testing';
import { appOfA, appOfB } from './index.ts';

export const router: FindMyWayRouter = new FindMyWayRouter();
export const handler: NodeHandler = toNodeHandler(appOfA);
export const fetches = [appOfA.fetch];
export const options: OpenTelemetryOptions = { layers: true, ignore: ({ path }) => path === '/healthz' };
export const end: () => void = openTelemetry(options);
export const routeNames: readonly string[] = describe(appOfA).routes.map(({ name }) => name);
export const explanation: Explanation = explain(appOfB, 'GET', '/now');
export const violations: Promise<readonly PolicyViolation[]> = policyViolations(appOfB, [
  { every: '/admin/**', runs: 'Auth' },
]);
export type Report = InspectionReport;
export const clock: Fake = fake(FindMyWayRouter, router);
export { PublicFolder };
export default appOfA;

const hello: Command<Record<never, never>> = command({ name: 'hello' }).handle(() => 'Hello!');
export const run = (): Promise<never> => runCommand([hello], () => new ServiceManager());
