// Counts the jobs of a campaign that were lost, are stuck, or ran twice.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Jobs } from 'fw-jobs';

// In ms: jobs are stuck if none was done for as long. A retry waits for a second, a job of a killed process for its lease, and a
// job scheduled by a fast clock for a minute.
const STUCK_AFTER = 120_000;

/** The app in this process, with its tables in a new store. */
export async function openApp(env, store) {
  Object.assign(process.env, { STORE: env.STORE, STORE_URL: store.directUrl, DONE: env.DONE });
  const app = await import(`./app.mjs?done=${env.DONE}`);
  if (env.STORE !== 'redis') {
    const database = app.openDatabase(store.directUrl);
    await app.createTables(database);
    await database.destroy();
  }
  return app;
}

/** Waits until no job is left, and compares the accepted jobs with the completed jobs. */
export async function settle(app, store, env) {
  const container = app.createContainer(store.directUrl);
  const jobs = container.get(Jobs);
  let left = [];
  let done = 0;
  let progress = performance.now();
  do {
    await sleep(500);
    const size = existsSync(env.DONE) ? statSync(env.DONE).size : 0;
    if (size > done) [done, progress] = [size, performance.now()];
    left = (
      await Promise.all(['waiting', 'delayed', 'active'].map((state) => jobs.list(state, 1000)))
    ).flat();
    // Rows of the outbox are not in the queue yet.
    if (left.length === 0 && env.STORE === 'postgres') left = await outboxOf(container);
  } while (left.length > 0 && performance.now() < progress + STUCK_AFTER);
  const dead = await jobs.list('failed', 1000);
  const accepted = linesOf(env.ACCEPTED).map((line) => line.split(' '));
  const runs = new Map();
  for (const unit of linesOf(env.DONE)) runs.set(unit, (runs.get(unit) ?? 0) + 1);
  const of = (outcome) => accepted.filter(([each]) => each === outcome).map(([, unit]) => unit);
  const [ok, back, maybe] = [of('ok'), of('back'), of('maybe')];
  const figures = {
    accepted: ok.length,
    unclear: maybe.length,
    rolledBack: back.length,
    lost: ok.filter((unit) => !runs.has(unit)).length,
    stuck: left.length,
    dead: dead.length,
    ranTwice: [...runs.values()].filter((times) => times > 1).length,
    ranAfterRollback: back.filter((unit) => runs.has(unit)).length,
    ...(env.STORE !== 'redis' && (await effectsOf(container, ok))),
  };
  await container.dispose();
  return figures;
}

async function outboxOf(container) {
  const { sql } = await import('kysely');
  return (await sql`select id from fw_jobs_outbox limit 1`.execute(await container.get('Database'))).rows;
}

async function effectsOf(container, ok) {
  const { sql } = await import('kysely');
  const { rows } = await sql`select unit, count(*) as count from effects group by unit`.execute(
    await container.get('Database'),
  );
  const counts = new Map(rows.map(({ unit, count }) => [unit, Number(count)]));
  return {
    effectsLost: ok.filter((unit) => !counts.has(unit)).length,
    effectsTwice: [...counts.values()].filter((count) => count > 1).length,
  };
}

function linesOf(file) {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
