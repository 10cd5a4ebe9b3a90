// Prints what the suite finds through `app.fetch`; for runtimes that resolve packages themselves.
import { runSuite } from '../suite/suite.mjs';

console.log(JSON.stringify(await runSuite((app, request) => app.fetch(request))));
