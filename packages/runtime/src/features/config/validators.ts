import { describe, didYouMean } from '../../kernel/errors/describe.ts';
import { isConfigMap } from './merge.ts';

/** Reports a configuration error at a key path. */
export type Report = (path: string, expected: string, received: string) => void;

/** Checks the value at a key path, and reports every error in it. */
export type Validator = (value: unknown, path: string, report: Report) => void;

/** A validator for each key of a type, so that a new key without a validator doesn't compile. */
export type Validators<T> = Readonly<Record<keyof T, Validator>>;

export function must(expected: string, isValid: (value: unknown) => boolean): Validator {
  return (value, path, report) => {
    if (!isValid(value)) report(path, expected, received(value));
  };
}

/** Runs several validators on the same value. */
export function all(...validators: readonly Validator[]): Validator {
  return (value, path, report) => {
    for (const validator of validators) validator(value, path, report);
  };
}

/** Checks that an object has keys, each with what is expected as its value. */
export function needs(expected: Readonly<Record<string, string>>): Validator {
  return (value, path, report) => {
    if (!isConfigMap(value)) return;
    for (const [key, type] of Object.entries(expected)) {
      if (value[key] === undefined) report(`${path}.${key}`, type, 'nothing');
    }
  };
}

/** An object that has no other keys than these. Each key may be absent. */
export function fields(validators: Readonly<Record<string, Validator>>): Validator {
  const keys = Object.keys(validators);
  return (value, path, report) => {
    if (!isConfigMap(value)) return report(path, OBJECT, received(value));
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue;
      const suggestion = didYouMean(key, keys);
      const known = `one of the keys ${keys.join(', ')}`;
      report(`${path}.${key}`, known, `the key "${key}"${suggestion && `; ${suggestion}`}`);
    }
    for (const [key, validator] of Object.entries(validators)) {
      if (value[key] !== undefined) validator(value[key], `${path}.${key}`, report);
    }
  };
}

/** An object whose keys, symbols too, are chosen by the app. */
export function objectOf(item: Validator, expected: string = OBJECT): Validator {
  return (value, path, report) => {
    if (!isConfigMap(value)) return report(path, expected, received(value));
    for (const key of Reflect.ownKeys(value) as string[]) item(value[key], `${path}.${String(key)}`, report);
  };
}

export function arrayOf(item: Validator): Validator {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, 'an array', received(value));
    for (const [index, each] of value.entries()) item(each, `${path}[${index}]`, report);
  };
}

/** An array of items, or a value that another validator checks. */
export function arrayOr(item: Validator, other: Validator): Validator {
  const items = arrayOf(item);
  return (value, path, report) => (Array.isArray(value) ? items : other)(value, path, report);
}

export function arrayOrObject(inArray: Validator, inObject: Validator): Validator {
  return arrayOr(inArray, objectOf(inObject, 'an array or an object'));
}

export function received(value: unknown): string {
  return value === undefined ? 'nothing' : describe(value);
}

const OBJECT = 'an object';
