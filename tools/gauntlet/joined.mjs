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
    const create = (definition, more) => createFw(definition, { variant, ...more });
    /** The guards of the application itself in Fw, and the rest in another handler behind them. */
    const behind = (definition, middleware) => {
      const { guards, ...rest } = definition;
      return create({ guards }, { inner: middleware(rest) });
    };
    const hosts = {
      'toNodeHandler alone': {
        suits: hasAll,
        start: (definition) => onExpress.listen(createServer(toNodeHandler(create(definition)))),
      },
      'toNodeHandler below Express': {
        suits: hasAll,
        start: (definition) => onExpress.listen(express().use(toNodeHandler(create(definition)))),
      },
      'toNodeHandler below guards of Express': {
        suits: isRouted,
        start: (definition) =>
          onExpress.listen(
            onExpress.createExpressGuards(definition).use(toNodeHandler(create(withoutGuards(definition)))),
          ),
      },
      'a guard of Express by fromConnect, below each prefix': {
        suits: hasPrefixesOnly,
        start: (definition) =>
          create(withoutGuards(definition), {
            outer(app) {
              for (const prefix of prefixesOf(definition))
                app.pipe(prefix.replaceAll('%', '%25'), fromConnect(onExpress.guard));
            },
          }).run(QUIET),
      },
      'an app of Express with the guards, by fromConnect': {
        suits: isRouted,
        start: (definition) =>
          create(withoutGuards(definition), {
            outer: (app) => app.pipe(fromConnect(onExpress.createExpressGuards(definition))),
          }).run(QUIET),
      },
      'an app of Express behind guards, by fromConnect': {
        suits: hasGuards,
        start: (definition) =>
          behind(definition, (rest) => fromConnect(onExpress.createExpress(rest))).run(QUIET),
      },
      'files of Express behind guards, by fromConnect': {
        suits: hasFiles,
        start: (definition) => behind(definition, () => fromConnect(express.static(FILES))).run(QUIET),
      },
      'an app of Hono behind guards, by fromWeb': {
        suits: hasGuards,
        start: (definition) => behind(definition, (rest) => fromWeb(onHono.createHono(rest))).run(QUIET),
      },
      'an app of h3 behind guards, by fromWeb': {
        suits: hasGuards,
        start: (definition) => behind(definition, (rest) => fromWeb(onH3.createH3(rest))).run(QUIET),
      },
      'mounted in Hono': {
        suits: hasAll,
        start: (definition) =>
          below(onHono.listen(onHono.createHonoGuards({}, '/fw', create(definition).fetch))),
      },
      'mounted in Hono behind its guards': {
        suits: isRouted,
        start: (definition) =>
          below(
            onHono.listen(
              onHono.createHonoGuards(definition, '/fw', create(withoutGuards(definition)).fetch),
            ),
          ),
      },
      'mounted in h3': {
        suits: hasAll,
        start: (definition) => below(onH3.listen(onH3.createH3Guards({}, '/fw', create(definition)))),
      },
      'mounted in h3 behind its guards': {
        suits: isRouted,
        start: (definition) =>
          below(onH3.listen(onH3.createH3Guards(definition, '/fw', create(withoutGuards(definition))))),
      },
    };
    return Object.entries(hosts).map(([name, host]) => ({ name: `${variant}, ${name}`, ...host }));
  });
}
