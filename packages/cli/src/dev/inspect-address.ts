import type { Arguments } from '#command-line/arguments';
import type { Flag } from '#command-line/flag';
import { UsageError } from '#command-line/errors';

/** The address at which a debugger attaches to the app. */
export interface InspectAddress {
  /** The flag for Node. */
  readonly flag: string;
  readonly port: number;
}

const DEFAULT_PORT = 9229;
const PLACEHOLDER = '<[host:]port>';

export const INSPECT_FLAGS: readonly Flag[] = [
  {
    name: 'inspect',
    placeholder: PLACEHOLDER,
    mayStandAlone: true,
    help: `let a debugger attach to the app, on 127.0.0.1:${DEFAULT_PORT} by default`,
  },
  {
    name: 'inspect-brk',
    placeholder: PLACEHOLDER,
    mayStandAlone: true,
    help: 'same, but wait for the debugger before the first line of the app',
  },
];

/**
 * Reads `--inspect` and `--inspect-brk`.
 *
 * @throws UsageError for both flags, an invalid port, and a runtime without these flags
 */
export function inspectAddress({ values }: Pick<Arguments, 'values'>): InspectAddress | undefined {
  const [given, other] = INSPECT_FLAGS.filter(({ name }) => values[name] !== undefined);
  if (given === undefined) return undefined;
  if (other !== undefined) throw new UsageError('--inspect-brk includes --inspect: pass one of them.');
  const runtime = process.versions.bun ? 'Bun' : process.versions['deno'] ? 'Deno' : undefined;
  if (runtime !== undefined) {
    throw new UsageError(
      `--${given.name} is for Node, and this project runs on ${runtime}: see the debugger of ${runtime}.`,
    );
  }
  const value = values[given.name]?.at(-1) || `${DEFAULT_PORT}`;
  const port = /^(?:(?:[\w.-]+|\[[\da-f:.]+\]):)?(\d{1,5})$/i.exec(value)?.[1];
  if (port === undefined || Number(port) > 65_535) {
    throw new UsageError(
      `--${given.name}: "${value}" is not a port from 0 to 65535: pass one, as in --${given.name}=9230.`,
    );
  }
  return { flag: `--${given.name}=${value}`, port: Number(port) };
}
