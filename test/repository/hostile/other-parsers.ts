import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import {
  isSameOrigin,
  maskText,
  parseSecretUrl,
  ServerRequest,
  TextResponse,
  upgradeWebSocket,
} from 'fw-runtime/b';
import { decoded } from 'fw-runtime/internal';
import { job } from 'fw-jobs';
import { openTelemetry } from 'fw-otel';
import { takePeer } from '../../../packages/cli/src/dev/handover.ts';
import { nextTime } from '../../../packages/jobs/src/cron.ts';
import { jsonOf, readJson } from '../../../packages/jobs/src/json.ts';
import { inTrace } from '../../../packages/jobs/src/trace.ts';
import {
  handshakeError,
  startWebSocket,
} from '../../../packages/runtime/src/server/node/websocket/start-web-socket.ts';
import { app, inHeader, incomingWith, inQuery, type Parser, request, SECRET, sending } from './parsers.ts';

const JSON_PREFIXES = ['[', '{"a":', '"', '{"a":1,"b":'];

/** The parsers of WebSockets, of traces, of fw-jobs, of `fw dev`, and of what is logged. */
export async function createOtherParsers(): Promise<{
  readonly parsers: readonly Parser[];
  remove(): Promise<void>;
}> {
  const [traces, remove] = tracing();
  const parsers: Parser[] = [
    ...webSockets(),
    ...traces,
    {
      name: 'isSameOrigin',
      prefixes: ['https://', 'http://localhost', 'http://a.'],
      read: (text) => isSameOrigin(new ServerRequest('/'), text),
    },
    {
      name: 'parseSecretUrl',
      prefixes: ['redis://', 'redis://a:', 'redis://a:b@', 'redis://a/'],
      read: (text) => parseSecretUrl(text, ['redis', 'rediss'])?.host.length,
    },
    {
      name: 'schedules of jobs',
      prefixes: ['* * * * ', '*/', '0 0 1 1 '],
      read: (text) => String(job({ name: 'a', schedule: { cron: text } })),
    },
    ...['#F * * * *', '* #F * * *', '* * #F * *', '* * * #F *', '* * * * #F'].map((fields, index) => ({
      name: `field ${index + 1} of a schedule`,
      prefixes: ['*/', '1-', '1,', index < 3 ? '5' : 'mon'],
      // Spaces begin the next field.
      clean: (text: string) => text.replaceAll(/\s/g, ''),
      read: (text: string) => nextTime({ cron: fields.replace('#F', () => text) }, 0),
    })),
    {
      name: 'payloads of jobs',
      prefixes: JSON_PREFIXES,
      read: (text) => jsonOf('a', parsed(text)).length,
    },
    { name: 'stored payloads of jobs', prefixes: JSON_PREFIXES, read: (text) => typeof readJson(text) },
    {
      name: 'the handover of fw dev',
      prefixes: ['{"secret":', `${SECRET} {`, `${SECRET} {"remoteAddress":`, `${SECRET} [`, '['],
      clean: inHeader,
      read: handover,
    },
    {
      name: 'maskText',
      prefixes: [
        'password=',
        'https://a:',
        'Bearer ',
        '?token=',
        '"password": "',
        '-----BEGIN PRIVATE KEY-----',
      ],
      read: maskText,
    },
    { name: 'decoded', prefixes: ['%'], read: decoded },
  ];
  return { parsers, remove };
}

/** JSON as a handler gets it from a client; an array of the string itself if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text, list: text.split(',', 10_000), [text]: 1 };
  }
}

function handover(text: string): unknown {
  const incoming = incomingWith('/', { 'X-Fw-Handover': inHeader(text), Host: 'a' });
  takePeer(incoming, SECRET);
  return incoming.rawHeaders.length;
}

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};

function webSockets(): Parser[] {
  const names = [...Object.keys(HANDSHAKE), 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'];
  const prefixes = ['dGhlIHNhbXBsZSBub25jZQ==', 'websocket, ', 'Upgrade, ', '13'];
  const handshakes = [...names, 'Content-Length', 'Transfer-Encoding'].map((name) => ({
    name: `${name} of a WebSocket`,
    prefixes,
    clean: inHeader,
    read: request(
      (text) => ({ headers: { ...HANDSHAKE, [name]: inHeader(text) } }),
      async (given) => {
        const opened = await upgradeWebSocket(given, {}).catch(({ message }: Error) => message);
        return [opened, handshakeError(given.source)?.message];
      },
    ),
  }));
  const origin = {
    name: 'Origin of a WebSocket',
    prefixes: ['https://', 'http://localhost'],
    clean: inHeader,
    read: (text: string) =>
      startWebSocket(new ServerRequest('/', { headers: { Origin: inHeader(text) } }), {}).then(String),
  };
  return [...handshakes, origin];
}

/** @returns the parsers, and a function that ends tracing in this process */
function tracing(): [Parser[], () => Promise<void>] {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );
  const tracerProvider = new BasicTracerProvider();
  const end = openTelemetry({ tracerProvider, layers: true });
  const application = app([], undefined, true);
  application.get('/', () => new TextResponse('page'));
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const prefixes = [traceparent, '00-', 'a=b,', 'a=b;c=', 'a.test:'];
  const parsers: Parser[] = ['traceparent', 'tracestate', 'baggage', 'Host', 'User-Agent'].map((name) => ({
    name: `${name} of traces`,
    prefixes,
    clean: inHeader,
    read: sending(application, (text) => ({ headers: { traceparent, [name]: inHeader(text) } })),
  }));
  parsers.push(
    {
      name: 'the query of traces',
      prefixes: ['a=', 'token='],
      clean: inQuery,
      read: sending(application, (text) => ({ path: `/?${inQuery(text)}` })),
    },
    {
      name: 'the trace of a job',
      prefixes,
      read: (text) =>
        inTrace({ traceparent: text, tracestate: text, baggage: text }, 'a', '1', () =>
          Promise.resolve('done'),
        ),
    },
  );
  const remove = async (): Promise<void> => {
    end();
    await tracerProvider.shutdown();
    propagation.disable();
    context.disable();
  };
  return [parsers, remove];
}
