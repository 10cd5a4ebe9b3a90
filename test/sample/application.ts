import { jwt } from 'fw-middleware/jwt';
import { type Application, ApplicationFactory, defineConfig, group } from 'fw-runtime/b';
import { ServiceManager } from 'fw-runtime/service-manager';
import { Member, TicketThere } from './guards.ts';
import { ticketParts } from './routes/ticket-parts.ts';
import { tickets } from './routes/tickets.ts';
import { me, sessions, users } from './routes/users.ts';
import { workspace, workspaces } from './routes/workspaces.ts';

/**
 * A help desk: users with tokens, workspaces, tickets with comments, labels and watchers, and the activity of each workspace.
 *
 * @param url of the database: `:memory:` for SQLite, or `postgres://user@host/name`
 */
export async function createApplication(
  url: string,
): Promise<{ readonly app: Application; dispose(): Promise<void> }> {
  const key = 'a key of this help desk, of 32 characters and more';
  const config = defineConfig({
    debug: true,
    database: { url },
    jwt: { key },
    routes: [
      users,
      sessions,
      group('/', { middleware: await jwt({ key }) }, [
        me,
        workspaces,
        group('/', { middleware: Member }, [
          workspace,
          tickets,
          group('/', { middleware: TicketThere }, [ticketParts]),
        ]),
      ]),
    ],
  });
  const container = new ServiceManager();
  container.setService('config', config);
  return { app: new ApplicationFactory().create(container), dispose: () => container.dispose() };
}
