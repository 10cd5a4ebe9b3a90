// The private API of Node in packages/runtime/src/server/node/internals and features/tracing, on each version of Node.
import { expect, test } from 'vitest';
import { runProgram, MODULE_RUNTIMES } from './runtimes.ts';

for (const runtime of MODULE_RUNTIMES.filter(({ name }) => name.startsWith('Node'))) {
  test(
    `${runtime.name} has the private API that the runtime uses`,
    { tags: runtime.tags },
    async ({ skip }) => {
      if (runtime.absent !== undefined) skip(runtime.absent);
      expect(await runProgram(runtime, 'node-internals.mjs')).toEqual({
        // response-state.ts: `_header` and `_implicitHeader` of a response
        heads: 1,
        headersSent: true,
        // response-state.ts: `_httpMessage` and `parser.incoming` of a socket
        whileReceiving: [true, true],
        afterwards: [true, false],
        // tracing.ts: `_stores` of a diagnostics channel
        stores: [false, true],
        // incoming-request.ts: `push` bypasses the stream, and `_dumpAndCloseReadable` ends it
        body: ['body', true, true, true],
        // backlog.ts: `_handle.listen`, `_handle.getpeername`, and the files of Linux
        emptied: Array(3).fill(process.platform === 'linux'),
        // pending-connections.ts: `send` with `seq`, and "internalMessage" with `ack`, of node:cluster
        pending: 'closed',
      });
    },
  );
}
