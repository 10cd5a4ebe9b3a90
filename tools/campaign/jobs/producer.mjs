// Enqueues jobs, and writes which units the store has accepted: `ok UNIT`, `back UNIT` for a transaction that was rolled back, `maybe UNIT`.
import { appendFileSync } from 'node:fs';
import { Jobs } from 'fw-jobs';
import { Random } from '../random.mjs';
import { createContainer, Work } from './app.mjs';

const { COUNT, FIRST, SEED, ACCEPTED, STORE } = process.env;
const chance = new Random(Number(SEED), 'producer');
const random = () => chance.number();
const container = createContainer();
const jobs = container.get(Jobs);
const database = STORE === 'redis' ? undefined : await container.get('Database');
const LANES = 20;
let next = Number(FIRST);
const end = next + Number(COUNT);

class RolledBack extends Error {}

async function enqueue(unit) {
  const payload = { unit, fails: random() < 0.05, takes: random() < 0.1 ? Math.round(random() * 300) : 0 };
  const delay = random() < 0.1 ? Math.round(random() * 2000) : undefined;
  const options = delay === undefined ? {} : { delay };
  const kind = random();
  if (database === undefined || kind < 0.7) {
    await jobs.enqueue(Work, payload, options);
    return 'ok';
  }
  try {
    await database.transaction().execute(async (transaction) => {
      await jobs.enqueue(Work, payload, { ...options, transaction });
      if (kind > 0.95) throw new RolledBack();
    });
    return 'ok';
  } catch (error) {
    if (error instanceof RolledBack) return 'back';
    throw error;
  }
}

await Promise.all(
  Array.from({ length: LANES }, async () => {
    while (next < end) {
      const number = next++;
      for (let attempt = 1; ; attempt++) {
        const unit = `${number}.${attempt}`;
        const outcome = await enqueue(unit).catch(() => 'maybe');
        appendFileSync(ACCEPTED, `${outcome} ${unit}\n`);
        if (outcome !== 'maybe') break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }),
);
await container.dispose();
process.exit(0);
