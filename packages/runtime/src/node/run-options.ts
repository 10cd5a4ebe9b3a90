import type { RunOptions } from '../application/request-handler.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/nearest.ts';

const KNOWN: Readonly<Record<keyof RunOptions, true>> = {
  host: true,
  port: true,
  workers: true,
  platform: true,
  tls: true,
  signals: true,
  silent: true,
};

/** @throws InvalidArgumentError naming each option that `run()` doesn't have, with the nearest name */
export function checkRunOptions(options: object): void {
  const known = Object.keys(KNOWN);
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const hints = unknown.map((name) => {
    const hint = didYouMean(name, known);
    return ` There is no option "${name}"; ${hint || 'other settings, such as server.document_root, are keys of the configuration.'}`;
  });
  throw new InvalidArgumentError(
    'options of run()',
    `an object with no other keys than ${known.join(', ')}`,
    options,
    hints.join(''),
  );
}
