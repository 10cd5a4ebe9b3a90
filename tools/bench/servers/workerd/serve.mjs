// Serves a module as a Worker, bundled for deployment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { binary, COMPATIBILITY_DATE, processorTime } from '../../bundles/workerd.mjs';
import { FOR_WORKERS } from '../../bundles/bundles.mjs';

let workerd;

/**
 * @param code of a module whose default export has `fetch`; it may import the packages of this folder
 * @returns the port
 */
export async function serve(code) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-workerd-'));
  process.on('exit', () => {
    workerd?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    outfile: join(folder, 'worker.mjs'),
    ...FOR_WORKERS,
    plugins: [WITHOUT_NODE],
  });
  writeFileSync(join(folder, 'config.capnp'), CONFIGURATION);
  workerd = spawn(binary, ['serve', '--experimental', '--control-fd=3', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const [line] = await once(createInterface({ input: workerd.stdio[3] }), 'line');
  return JSON.parse(line).port;
}

/** Replaces modules of the servers for Node that a Worker doesn't use. */
const WITHOUT_NODE = {
  name: 'without-node',
  setup(bundle) {
    const unused = /^(?:@hono\/node-server|\.\/fw-(?:tracing|unused|router)\.mjs)$/;
    bundle.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'unused' }));
    bundle.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      contents:
        'export const serve = undefined, hearAll = undefined, layUnused = undefined, makeRouter = () => undefined;',
    }));
  },
};

/** In microseconds. */
export function usage() {
  return { cpu: processorTime(workerd.pid) * 1000 };
}

const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
    compatibilityDate = "${COMPATIBILITY_DATE}",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
