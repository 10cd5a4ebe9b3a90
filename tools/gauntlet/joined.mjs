// Fw and Express, Hono or h3 in one server, where one of them has the guards and another one what they protect.
import { createServer } from 'node:http';
import express from 'express';
import { fromConnect, toNodeHandler } from 'fw-runtime/node';
import { prefixesOf, withoutGuards } from './application.mjs';
import * as onExpress from './frameworks/express.mjs';
import { createFw, FILES, VARIANTS } from './frameworks/fw.mjs';
import * as onH3 from './frameworks/h3.mjs';
import * as onHono from './frameworks/hono.mjs';
import { QUIET } from './hosts.mjs';

const hasAll = () => true;
const hasFiles = ({ files }) => files === true;
const hasGuards = ({ guards, proxies }) => guards !== undefined && proxies === undefined;
const hasPrefixesOnly = ({ guards, routes = [], groups = [], mounts = [], files }) =>
  guards !== undefined &&
  !files &&
  mounts.length + groups.length === 0 &&
  !routes.some(({ guarded }) => guarded);

// A handler that looks up a decoded name is left out: it reads something that the guard of another framework can't see.
const isRouted = ({ files, fallback, tokens, proxies, pages, mounts = [] }) =>
  !files &&
  [fallback, tokens, proxies].every((part) => part === undefined) &&
  !pages?.at.endsWith('*') &&
  !mounts.some(({ fallback }) => fallback);

const below = async (serving) => ({ ...(await serving), prefix: '/fw' });

export function joinedHosts() {
  return Object.entries(VARIANTS).flatMap(([variant, fw]) => {
    const { fromWeb } = fw;
    const create = (made, more) => createFw(made, { variant, ...more });
    /** The guards of the application itself in Fw, and the rest in another handler behind them. */
    const behind = (made, middleware) => {
      const { guards, ...rest } = made;
      return create({ guards }, { inner: middleware(rest) });
    };
    const hosts = {
      'toNodeHandler alone': {
        suits: hasAll,
        start: (made) => onExpress.listen(createServer(toNodeHandler(create(made)))),
      },
      'toNodeHandler below Express': {
        suits: hasAll,
        start: (made) => onExpress.listen(express().use(toNodeHandler(create(made)))),
      },
      'toNodeHandler below guards of Express': {
        suits: isRouted,
        start: (made) =>
          onExpress.listen(
            onExpress.createExpressGuards(made).use(toNodeHandler(create(withoutGuards(made)))),
          ),
      },
      'a guard of Express by fromConnect, below each prefix': {
        suits: hasPrefixesOnly,
        start: (made) =>
          create(withoutGuards(made), {
            outer(app) {
              for (const prefix of prefixesOf(made))
                app.pipe(prefix.replaceAll('%', '%25'), fromConnect(onExpress.guard));
            },
          }).run(QUIET),
      },
      'an app of Express with the guards, by fromConnect': {
        suits: isRouted,
        start: (made) =>
          create(withoutGuards(made), {
            outer: (app) => app.pipe(fromConnect(onExpress.createExpressGuards(made))),
          }).run(QUIET),
      },
      'an app of Express behind guards, by fromConnect': {
        suits: hasGuards,
        start: (made) => behind(made, (rest) => fromConnect(onExpress.createExpress(rest))).run(QUIET),
      },
      'files of Express behind guards, by fromConnect': {
        suits: hasFiles,
        start: (made) => behind(made, () => fromConnect(express.static(FILES))).run(QUIET),
      },
      'an app of Hono behind guards, by fromWeb': {
        suits: hasGuards,
        start: (made) => behind(made, (rest) => fromWeb(onHono.createHono(rest))).run(QUIET),
      },
      'an app of h3 behind guards, by fromWeb': {
        suits: hasGuards,
        start: (made) => behind(made, (rest) => fromWeb(onH3.createH3(rest))).run(QUIET),
      },
      'mounted in Hono': {
        suits: hasAll,
        start: (made) => below(onHono.listen(onHono.createHonoGuards({}, '/fw', create(made).fetch))),
      },
      'mounted in Hono behind its guards': {
        suits: isRouted,
        start: (made) =>
          below(onHono.listen(onHono.createHonoGuards(made, '/fw', create(withoutGuards(made)).fetch))),
      },
      'mounted in h3': {
        suits: hasAll,
        start: (made) => below(onH3.listen(onH3.createH3Guards({}, '/fw', create(made)))),
      },
      'mounted in h3 behind its guards': {
        suits: isRouted,
        start: (made) => below(onH3.listen(onH3.createH3Guards(made, '/fw', create(withoutGuards(made))))),
      },
    };
    return Object.entries(hosts).map(([name, host]) => ({ name: `${variant}, ${name}`, ...host }));
  });
}
