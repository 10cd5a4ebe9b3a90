// The command line of `npm run campaign -- --rolling`.
import { parseArgs } from 'node:util';
import { RESULTS } from '../options.mjs';
import { wholeNumber } from '../../shared/whole-number.mjs';

export const HELP = `npm run campaign -- --rolling [options]

  --restarts N   how often each of the two processes is restarted (default 10)
  --visitors N   how many send requests at once by each proxy and protocol (default 4)
  --pace N       milliseconds that a visitor waits between requests (default 20)
  --short        measure Fw with its shutdown delay alone, not what it is compared with
  --write        write the report though only a part was measured
  --out FOLDER   where to (default: tools/campaign/results)
`;

const WHOLE = 10;
// In seconds, as docs/deploy/reverse-proxy.md recommends.
const DELAY = 5;

/** @throws Error that names the wrong option */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      rolling: { type: 'boolean', default: false },
      restarts: { type: 'string', default: String(WHOLE) },
      visitors: { type: 'string', default: '4' },
      pace: { type: 'string', default: '20' },
      short: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: RESULTS },
      help: { type: 'boolean', default: false },
    },
  });
  const restarts = wholeNumber('restarts', values.restarts);
  return {
    help: values.help,
    restarts,
    visitors: wholeNumber('visitors', values.visitors),
    pace: wholeNumber('pace', values.pace),
    delay: DELAY,
    isWhole: !values.short,
    isWritten: values.write || (!values.short && restarts >= WHOLE),
    out: values.out,
    isOnPage: values.out === RESULTS,
  };
}
