import { Recorder } from './request-log.ts';

const recorders = new WeakMap<object, Recorder>();

/** The records of the requests that an app has received; empty without `debug`. */
export function recordsOf(application: object): Recorder {
  const known = recorders.get(application);
  if (known !== undefined) return known;
  const recorder = new Recorder();
  recorders.set(application, recorder);
  return recorder;
}
