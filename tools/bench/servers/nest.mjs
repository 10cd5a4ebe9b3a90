// Nest on Fastify, with a controller for the small app. Its decorators are applied by hand, because there is no compiler.
import 'reflect-metadata';
import { Body, Controller, Get, Header, HttpCode, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import * as reference from '../reference-app.mjs';

class SmallSite {
  text() {
    return reference.TEXT;
  }

  json() {
    return reference.greeting();
  }

  user(id) {
    return reference.userText(id);
  }

  echo(body) {
    return body;
  }
}

function decorate(name, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(SmallSite.prototype, name);
  for (const decorator of decorators) decorator(SmallSite.prototype, name, descriptor);
}

decorate('text', Get('text'), Header('Content-Type', reference.TEXT_TYPE));
decorate('json', Get('json'));
decorate('user', Get('user/:id'), Header('Content-Type', reference.TEXT_TYPE));
decorate('echo', Post('echo'), HttpCode(200));
Param('id')(SmallSite.prototype, 'user', 0);
Body()(SmallSite.prototype, 'echo', 0);
Controller()(SmallSite);

function SiteModule() {}
Module({ controllers: [SmallSite] })(SiteModule);

export async function start() {
  const app = await NestFactory.create(SiteModule, new FastifyAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address().port;
}
