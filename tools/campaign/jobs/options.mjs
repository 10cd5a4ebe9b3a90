// The command line of `npm run campaign -- --jobs`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { RESULTS } from '../options.mjs';
import { wholeNumber } from '../../shared/whole-number.mjs';

const STORES = ['redis', 'postgres', 'sqlite'];
const WHOLE = 100_000;

export const HELP = `npm run campaign -- --jobs [options]

  --store NAMES  ${STORES.join(', ')}, separated by commas (default: all)
  --count N      jobs for each store (default ${WHOLE})
  --seed N       repeats the choices of another run
  --write        write the report though only a part was measured
  --out FOLDER   where to (default: tools/campaign/results)
`;

/** @throws Error that names the wrong option */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      jobs: { type: 'boolean', default: false },
      store: { type: 'string', default: STORES.join(',') },
      count: { type: 'string', default: String(WHOLE) },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: RESULTS },
      help: { type: 'boolean', default: false },
    },
  });
  const stores = values.store.split(',');
  const other = stores.find((name) => !STORES.includes(name));
  if (other !== undefined)
    throw new Error(`--store: expected one of ${STORES.join(', ')}, received ${other}`);
  const count = wholeNumber('count', values.count);
  return {
    help: values.help,
    stores,
    count,
    seed: wholeNumber('seed', values.seed),
    isWritten: values.write || (stores.length === STORES.length && count >= WHOLE),
    out: values.out,
    isOnPage: values.out === RESULTS,
  };
}
