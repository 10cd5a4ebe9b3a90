// The command line of `npm run campaign -- --fleet`.
import { parseArgs } from 'node:util';
import { RESULTS } from '../options.mjs';
import { wholeNumber } from '../../shared/whole-number.mjs';

const WHOLE = 3;
const ALL = { proxy: ['nginx', 'haproxy'], store: ['redis', 'postgres'] };

export const HELP = `npm run campaign -- --fleet [options]

  --proxy NAMES  ${ALL.proxy.join(', ')}, separated by commas (default: all)
  --store NAMES  where jobs are kept: ${ALL.store.join(', ')} (default: all)
  --rounds N     how often each part is restarted (default ${WHOLE})
  --clients N    how many send requests at once by each protocol (default 4)
  --pace N       milliseconds that a client waits between requests (default 20)
  --write        write the report though only a part was measured
  --out FOLDER   where to (default: tools/campaign/results)
`;

/** @throws Error that names the wrong option */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      fleet: { type: 'boolean', default: false },
      proxy: { type: 'string', default: ALL.proxy.join(',') },
      store: { type: 'string', default: ALL.store.join(',') },
      rounds: { type: 'string', default: String(WHOLE) },
      clients: { type: 'string', default: '4' },
      pace: { type: 'string', default: '20' },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: RESULTS },
      help: { type: 'boolean', default: false },
    },
  });
  const proxies = chosen('proxy', values.proxy);
  const stores = chosen('store', values.store);
  const rounds = wholeNumber('rounds', values.rounds);
  const isWhole = proxies.length === 2 && stores.length === 2 && rounds >= WHOLE;
  return {
    help: values.help,
    proxies,
    stores,
    rounds,
    clients: wholeNumber('clients', values.clients),
    pace: wholeNumber('pace', values.pace),
    isWritten: values.write || isWhole,
    out: values.out,
    isOnPage: values.out === RESULTS,
  };
}

function chosen(option, text) {
  const names = text.split(',');
  const other = names.find((name) => !ALL[option].includes(name));
  if (other === undefined) return names;
  throw new Error(`--${option}: expected ${ALL[option].join(' or ')}, received ${other}`);
}
