// Prints the results of the suite when each application is served by run() and called over a connection.
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { byRun } from '../suite/senders.mjs';
import { runSuite } from '../suite/suite.mjs';

console.log(JSON.stringify(await runSuite({ send: byRun, FindMyWayRouter, serving: true })));
