// Prints the results of the suite through `app.fetch`; for runtimes that resolve packages themselves.
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { byFetch } from '../suite/senders.mjs';
import { runSuite } from '../suite/suite.mjs';

console.log(JSON.stringify(await runSuite({ send: byFetch, FindMyWayRouter })));
