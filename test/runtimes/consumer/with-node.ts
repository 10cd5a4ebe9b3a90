// The same, and the entry point that needs the types of Node.
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { siteOfA } from './index.ts';

export const router: FindMyWayRouter = new FindMyWayRouter();
export default siteOfA;
