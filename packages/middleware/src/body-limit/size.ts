import { custom, type GenericSchema, pipe, transform } from 'valibot';

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };
const SIZE = /^(\d{1,12}(?:\.\d{1,3})?) ?(b|kb|mb|gb)$/i;

/** A size option in bytes: a number of bytes, or a string such as '1mb'. */
export const size: GenericSchema<unknown, number> = pipe(
  custom<number | string>(
    (value) => !Number.isNaN(toBytes(value)),
    'expected a number of bytes, or a size such as "500kb" or "1.5mb"',
  ),
  transform((value) => toBytes(value)),
);

function toBytes(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : Number.NaN;
  const [, amount = '', unit = ''] = (typeof value === 'string' && SIZE.exec(value)) || [];
  return amount === '' ? Number.NaN : Math.floor(Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
}
