// The private API of Node in packages/runtime/src/node/internals, on each version of Node.
import { expect, test } from 'vitest';
import { askProgram, MODULE_RUNTIMES } from './runtimes.ts';

for (const runtime of MODULE_RUNTIMES.filter(({ name }) => name.startsWith('Node'))) {
  test(
    `${runtime.name} has the private API that the runtime uses`,
    { tags: runtime.tags },
    async ({ skip }) => {
      if (runtime.absent !== undefined) skip(runtime.absent);
      expect(await askProgram(runtime, 'node-internals.mjs')).toEqual({
        // private-api.ts: `_header` and `_implicitHeader` of a response
        heads: 1,
        headersSent: true,
        // private-api.ts: `_httpMessage` and `parser.incoming` of a socket
        whileReceiving: [true, true],
        afterwards: [true, false],
        // private-api.ts: `_stores` of a diagnostics channel
        stores: [false, true],
        // private-api.ts: `push` bypasses the stream, and `_dumpAndCloseReadable` ends it
        body: ['body', true, true, true],
        // private-api.ts: `_handle.listen`, `_handle.getpeername`, and the files of Linux
        emptied: Array(3).fill(process.platform === 'linux'),
        // pending-connections.ts: `send` with `seq`, and "internalMessage" with `ack`, of node:cluster
        pending: 'closed',
      });
    },
  );
}
