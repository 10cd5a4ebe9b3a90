import { type RequestLog, requestLogOf } from '../../src/recorder/request-log.ts';
import type { RequestRecord } from '../../src/recorder/request-json.ts';
import type { RunningServer, RunOptions } from 'fw-runtime';
import { type Answer, type Asking, serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask } from '../support/developer.ts';

type Application = { run(options: RunOptions): Promise<RunningServer> };

export interface Recorded {
  readonly answer: Answer;
  readonly record: RequestRecord;
  readonly recorder: RequestLog;
  readonly server: RunningServer;
}

/** Sends a request to a served application, and returns the linked record. */
export async function serveRecorded(application: Application, asking: Asking): Promise<Recorded> {
  const server = await serve(application);
  const recorder = requestLogOf(application);
  const answer = await ask(server, asking);
  return { answer, record: recordFor(answer, recorder), recorder, server };
}

/** @throws if the response links to no record */
export function recordFor({ headers }: Pick<Answer, 'headers'>, recorder: RequestLog): RequestRecord {
  const [, id = ''] = /^\/_fw\/requests\/([\da-f]{12})$/.exec(String(headers['x-fw-trace'])) ?? [];
  const record = recorder.get(id);
  if (record === undefined) throw new Error(`There is no record "${id}".`);
  return record;
}
