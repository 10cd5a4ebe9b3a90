import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type {
  InspectionReport,
  InspectionRequest,
  SentAnswer,
  SentRequest,
} from '../../src/child-process/inspection.ts';
import { start } from '../../../runtime/test/support/child-process.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const root = fileURLToPath(new URL('../fixtures/inspected', import.meta.url));
const inspector = fileURLToPath(new URL('../../dist/child-process/inspection.js', import.meta.url));

describe('a project of variant b that is inspected without being served', () => inspects('b'));
describe('a project of variant a that is inspected without being served', { tags: ['full'] }, () =>
  inspects('a'),
);

function inspects(variant: string): void {
  async function inspect(...requests: Omit<InspectionRequest, 'id' | 'root'>[]): Promise<InspectionReport[]> {
    const child = start(inspector);
    await child.told();
    const reports: InspectionReport[] = [];
    for (const [id, request] of requests.entries()) {
      child.tell({ id, root, entry: `public/asked-${variant}.mjs`, ...request });
      reports.push((await child.told()) as InspectionReport);
    }
    return reports;
  }

  async function ask(request: SentRequest): Promise<InspectionReport> {
    const [report] = await inspect({ request });
    return report as InspectionReport;
  }

  const textOf = (answer: SentAnswer | undefined): string =>
    Buffer.from(answer?.body ?? '', 'base64').toString();

  test('responds with status, headers and body, and receives the request as sent, from this machine', async () => {
    const body = Buffer.from('{"x":1}').toString('base64');
    const headers = [
      ['Content-Type', 'application/json'],
      ['X-Own', 'yes'],
    ] as const;
    const { answer, faults, warnings } = await ask({ method: 'POST', url: '/echo?q=1', headers, body });

    expect(faults).toEqual([]);
    expect(answer).toMatchObject({ status: 200, statusText: 'OK' });
    expect(answer?.headers).toContainEqual(['content-type', 'application/json']);
    expect(JSON.parse(textOf(answer))).toEqual({
      body: '{"x":1}',
      type: 'application/json',
      own: 'yes',
      ip: '127.0.0.1',
    });
    // After the response, as when the app shuts down.
    expect(warnings).toEqual(['The container could not be disposed of: disposed']);
  });

  test('reports the changes of each middleware', async () => {
    const { answer } = await ask({ method: 'GET', url: '/guarded/page' });

    expect(answer?.record).toMatchObject({
      method: 'GET',
      url: '/guarded/page',
      status: 200,
      outcome: 'answered',
      route: { path: '/guarded/page' },
    });
    const guard = answer?.record?.layers[0];
    expect(guard).toMatchObject({
      prefix: '/guarded',
      response: { headers: [{ name: 'X-Guard', after: 'passed' }] },
      origin: { file: 'public/asked.mjs' },
    });
  });

  test('reports the error and its location, and the 500 is an ordinary response', async () => {
    const { answer, faults } = await ask({ method: 'GET', url: '/fails' });

    expect(faults).toEqual([]);
    expect(answer?.status).toBe(500);
    expect(answer?.record?.errors).toMatchObject([
      { message: 'no database', origin: { file: 'public/asked.mjs', line: expect.any(Number) } },
    ]);
  });

  test(
    'reports similar routes if no route matches, also for a malformed path',
    { tags: ['full'] },
    async () => {
      const { answer } = await ask({ method: 'GET', url: '/ecko' });
      const malformed = await ask({ method: 'GET', url: '/%zz' });

      expect(answer?.status).toBe(404);
      expect(answer?.close?.map(({ route }) => route.path)).toContain('/echo');
      expect(malformed.answer?.status).toBe(400);
    },
  );

  test('serves its static files first', { tags: ['full'] }, async () => {
    const { answer } = await ask({ method: 'GET', url: '/note.txt' });

    expect([answer?.status, textOf(answer)]).toEqual([200, 'a file\n']);
    const explain = [
      ['GET', '/note.txt?x=1'],
      ['POST', '/note.txt'],
      ['GET', '/echo'],
    ] as const;
    const [report] = await inspect({ explain });
    expect(report?.files).toEqual(['files/note.txt', null, null]);
  });

  test('responds to HEAD without a body, and to bytes unchanged', { tags: ['full'] }, async () => {
    const { answer: head } = await ask({ method: 'HEAD', url: '/bytes' });
    const { answer } = await ask({ method: 'GET', url: '/bytes' });

    expect(head).toMatchObject({ status: 200, body: '' });
    expect([...Buffer.from(answer?.body ?? '', 'base64')]).toEqual([0, 255, 128]);
  });

  test('truncates a long body, and a body that does not end', { tags: ['full'] }, async () => {
    const { answer: long } = await ask({ method: 'GET', url: '/long' });
    const { answer: endless } = await ask({ method: 'GET', url: '/endless', timeout: 50 });

    expect([long?.cut, textOf(long).length]).toEqual(['size', 1_048_576]);
    expect([endless?.cut, textOf(endless)]).toEqual(['time', 'begun']);
  });

  test('reports a missing response: late, never, or lost in a crash', async () => {
    const [late, never, crashed] = await Promise.all([
      ask({ method: 'GET', url: '/late', timeout: 50 }),
      ask({ method: 'GET', url: '/never' }),
      ask({ method: 'GET', url: '/crashes' }),
    ]);

    expect([late.answer, late.faults]).toEqual([undefined, ['GET /late got no response within 0.05 s.']]);
    expect([never.answer, never.faults]).toEqual([
      undefined,
      ['GET /never never finishes: it waits for a promise that stays pending.'],
    ]);
    expect([crashed.answer, crashed.faults]).toEqual([undefined, ['out of nowhere']]);
  });

  test('reports its configuration with the source of each value, without secrets (C8)', async () => {
    const [report] = await inspect({ config: true });
    const children = report?.config?.children ?? [];
    const port = children.find(({ key }) => key === 'server')?.children?.find(({ key }) => key === 'port');

    expect(port).toMatchObject({
      path: 'server.port',
      value: 4000,
      settings: [
        { source: 'default', value: 8080 },
        { source: 'file', file: 'config/autoload/site.global.ts', key: 'server.port', value: 3000 },
        { source: 'option', value: 4000 },
      ],
    });
    expect(JSON.stringify(report?.config)).not.toContain('hunter2');
  });
}
