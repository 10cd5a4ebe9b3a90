// Applications of NestJS on both adapters, whose guards are middleware of `forRoutes`. https://docs.nestjs.com/middleware
// Its decorators are applied by hand, because there is no compiler.
import 'reflect-metadata';
import { Controller, Get, Header, Module, Param, RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { guardsOf, join, withoutGuards } from '../application.mjs';
import { CREDENTIALS, DENIED, MARKER, OPEN } from '../marker.mjs';

const LENIENT = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  useSemicolonDelimiter: true,
  caseSensitive: false,
};

/** The differences: Express names wildcards, and compares paths as they are received. */
const ON_EXPRESS = { create: () => new ExpressAdapter(), wildcard: '*rest', percent: '%25' };
const ON_FASTIFY = {
  create: ({ lenient }) => new FastifyAdapter(lenient ? { routerOptions: LENIENT } : {}),
  wildcard: '*',
  percent: '%',
};

export const createNestOnExpress = (definition) => create(definition, ON_EXPRESS);
export const createNestOnFastify = (definition) => create(definition, ON_FASTIFY);

/**
 * @returns undefined for features without an equivalent in NestJS: files behind its middleware, and fallbacks
 * of a part
 */
async function create(definition, adapter) {
  if (definition.files || definition.mounts?.some(({ fallback }) => fallback !== undefined)) return undefined;
  class GuardMiddleware {
    use(request, response, next) {
      if (request.headers.authorization === CREDENTIALS) next();
      else {
        response.statusCode = 401;
        response.end(DENIED);
      }
    }
  }
  class AppModule {
    configure(consumer) {
      const paths = guardsOf(definition)
        .flatMap(({ path, isPrefix }) => (isPrefix ? [path, `${path}/*`] : [path]))
        .map((path) => pathOf(path, { ...adapter, wildcard: '*rest' }));
      const routes = definition.routes?.some(({ guarded }) => guarded)
        ? paths.map((path) => ({ path: path.slice(1), method: RequestMethod.GET }))
        : paths.map((path) => path.slice(1));
      if (routes.length > 0) consumer.apply(GuardMiddleware).forRoutes(...routes);
    }
  }
  Module({ controllers: [controllerOf(definition, adapter)] })(AppModule);
  return NestFactory.create(AppModule, adapter.create(definition), { logger: false });
}

export async function listen(app) {
  await app.listen(0, '127.0.0.1');
  return { url: `http://127.0.0.1:${app.getHttpServer().address().port}`, close: () => app.close() };
}

function controllerOf(definition, adapter) {
  class AppController {
    handlers = [];
  }
  Controller()(AppController);
  const { prototype } = AppController;
  const add = (name, path, isOpen, ...more) => {
    prototype[name] = (...values) => (isOpen(...values) ? OPEN : MARKER);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    for (const decorate of [Get(pathOf(path, adapter).slice(1)), ...more])
      decorate(prototype, name, descriptor);
  };
  routesOf(withoutGuards(definition)).forEach(({ path, open }, index) =>
    add(`route${index}`, path, () => open, ...(open ? [] : [Header('X-Marker', MARKER)])),
  );
  if (definition.pages !== undefined) {
    const { at, protected: names } = definition.pages;
    add('page', at, (value) => !names.includes([value].flat().join('/')));
    Param(/:(\w+)/.exec(at)?.[1] ?? adapter.wildcard.slice(-4))(prototype, 'page', 0);
  }
  return AppController;
}

function routesOf({ routes = [], mounts = [] }, at = '') {
  return [
    ...routes
      .filter(({ method = 'GET' }) => method === 'GET')
      .map((route) => ({ ...route, path: join(at, route.path) })),
    ...mounts.flatMap((mount) => routesOf(mount, join(at, mount.at))),
  ];
}

function pathOf(path, { wildcard, percent }) {
  return path.replace('*', wildcard).replaceAll('%', percent);
}
