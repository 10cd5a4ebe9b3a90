import { HttpResponse } from '../../src/index.ts';
import { rule } from './builder.ts';
import type { SharedCase } from './case.ts';
import { around, childWithRoutes, list, mark, respond, service, trace } from './recipes.ts';

// A service with its class as its id.
class Ada {
  readonly name = 'Ada';
}

export const middlewareValues: readonly SharedCase[] = [
  rule('M1', 'a function is middleware').pipes('function').get('/').responds(200, 'function'),
  rule('M1', 'a class is middleware')
    .routes({ '/': (kit) => kit.middlewareClass('class') })
    .get('/')
    .responds(200, 'class'),
  rule('M1', 'a service name is middleware')
    .options((kit) => ({ services: { Ping: kit.answer('service') } }))
    .routes({ '/': service('Ping') })
    .get('/')
    .responds(200, 'service'),
  rule('M1', 'an application is middleware')
    .pipes(childWithRoutes({ '/': 'child' }))
    .get('/')
    .responds(200, 'child'),
  rule('M1', 'arrays are pipelines, to any depth')
    .routes({ '/': list(mark('one'), list(mark('two'), list(mark('three'))), mark('four'), trace) })
    .get('/')
    .responds(200, 'one two three four'),
  rule('M1', 'the forms may be mixed in an array')
    .options((kit) => ({ services: { Mark: kit.mark('service') } }))
    .pipes(list(mark('function'), service('Mark'), trace))
    .get('/')
    .responds(200, 'function service'),
  rule('M2', 'a class whose name the container has is that service')
    .options((kit) => ({ services: { Answering: kit.answer('from the container') } }))
    .pipes((kit) => kit.middlewareClass('instantiated'))
    .get('/')
    .responds(200, 'from the container'),
  rule('M2', 'a class is instantiated with the services of its static inject, in their order')
    .options({ services: { greeting: 'Hello', Ada } })
    .routes({
      '/': (kit) =>
        kit.injectedClass(
          ['greeting', Ada],
          (greeting, ada) => `${String(greeting)}, ${(ada as typeof Ada).name}!`,
        ),
    })
    .get('/')
    .responds(200, 'Hello, Ada!'),
  rule('M2', 'a class is instantiated when its promised services have resolved')
    .options({ services: { db: Promise.resolve('the database'), clock: 'a clock' } })
    .pipes((kit) => kit.injectedClass(['db', 'clock'], (db, clock) => `${String(db)} and ${String(clock)}`))
    .get('/')
    .responds(200, 'the database and a clock'),
  rule('M2', 'a class that needs services is an error without a container')
    .options({ debug: true })
    .pipes((kit) => kit.injectedClass(['greeting', Ada], () => 'never'))
    .get('/')
    .responds(
      500,
      /The class Injected needs the services greeting, Ada, but this application has no container; pass one to/,
    ),
  rule('M2', 'a name without a service is an error that names it')
    .options({ debug: true, services: {} })
    .pipes(service('Unknown'))
    .get('/')
    .responds(500, /"Unknown" is neither callable, nor a service of the container, nor a class/),
  rule('M3', 'an unknown name that is never invoked causes no error')
    .routes({ '/broken': service('Unknown'), '/': 'fine' })
    .pipes(service('AlsoUnknown'))
    .get('/')
    .responds(200, 'fine'),
  rule('M3', 'an unknown name fails when it is invoked')
    .routes({ '/broken': service('Unknown') })
    .get('/broken')
    .responds(500),
  rule('M3', 'a service may be a promise')
    .options((kit) => ({ services: { Later: Promise.resolve(kit.answer('later')) } }))
    .pipes(service('Later'))
    .get('/')
    .responds(200, 'later'),
  rule('M4', 'a Web Response is a response')
    .pipes(respond(() => new Response('web', { status: 201, headers: { 'X-Web': 'yes' } })))
    .get('/')
    .respondsWith(201, { 'x-web': 'yes' }, 'web'),
  rule('M4', 'outer middleware gets an HttpResponse for a Web Response')
    .pipes(
      around((response) => response.withHeader('X-Is', String(response instanceof HttpResponse))),
      respond(async () => Response.json({ web: true })),
    )
    .get('/')
    .respondsWith(200, { 'x-is': 'true', 'content-type': 'application/json' }, { web: true }),
  rule('M4', 'a Web Response keeps its body when outer middleware changes its status')
    .pipes(
      around((response) => response.withStatus(202)),
      respond(() => new Response('streamed')),
    )
    .get('/')
    .responds(202, 'streamed'),
  rule('M5', 'a service that is no middleware is an error that names it')
    .options({ debug: true, services: { Database: { query: () => [] } } })
    .pipes(service('Database'))
    .get('/')
    .responds(500, /Lazy-loaded middleware "Database" is not invokable/),
  rule('M5', 'a promised service that is no middleware is the same error')
    .options({ debug: true, services: { Database: Promise.resolve(42) } })
    .pipes(service('Database'))
    .get('/')
    .responds(500, /Lazy-loaded middleware "Database" is not invokable/),
  rule('M5', 'without debug the client does not learn which service is wrong')
    .options({ services: { Database: 42 } })
    .pipes(service('Database'), 'never')
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
];
