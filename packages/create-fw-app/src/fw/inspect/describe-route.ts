import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Place, PlaceholderReport, RouteReport } from './report.ts';
import type { Application, Route } from './runtime-shape.ts';
import { samplePaths } from './samples.ts';

const samplesPerForm = 3;

/** An application in a site, and the prefix under which it is mounted. */
export interface Mount {
  readonly prefix: string;
  readonly application: Application;
}

/** @param documentRoot the folder of static files, absolute; they are served before any route */
export function describeRoute(
  route: Route,
  { prefix, application }: Mount,
  calledAt: Place | undefined,
  documentRoot: string | undefined,
): RouteReport {
  const { name, path, methods, options, middleware } = route;
  const forms = route.pattern.variants.map((form) =>
    form.map((segment) =>
      segment.map((part): string | PlaceholderReport => {
        if (typeof part === 'string') return part;
        const token = Object.hasOwn(options.tokens ?? {}, part.name)
          ? options.tokens?.[part.name]
          : undefined;
        const restrictions = [
          ...(part.restriction === undefined ? [] : [part.restriction]),
          ...(token === undefined ? [] : [token instanceof RegExp ? token.source : token]),
        ];
        return { name: part.name, restrictions, rest: part.rest };
      }),
    ),
  );
  const samples = forms.flatMap((form) => samplePaths(form, samplesPerForm));
  const hiddenBy = hiderOf(route, samples, application, prefix === '' ? documentRoot : undefined);
  return {
    name,
    path,
    prefix,
    ...(methods !== undefined && { methods }),
    middleware: nameOf(middleware),
    options: JSON.parse(
      JSON.stringify(options, (_, value: unknown) => (value instanceof RegExp ? String(value) : value)),
    ),
    ...(calledAt !== undefined && { calledAt }),
    forms,
    samples: samples.map((sample) => prefix + sample),
    ...(hiddenBy !== undefined && { hiddenBy }),
  };
}

/** What answers every sample of a route in its place. */
function hiderOf(
  route: Route,
  samples: readonly string[],
  application: Application,
  documentRoot: string | undefined,
): string | undefined {
  const method = route.methods?.[0] ?? 'GET';
  let hider: string | undefined;
  for (const sample of samples) {
    const file = documentRoot === undefined ? undefined : join(documentRoot, sample);
    if (
      file !== undefined &&
      sample !== '/' &&
      method === 'GET' &&
      existsSync(file) &&
      statSync(file).isFile()
    ) {
      hider = `the file public${sample}`;
      continue;
    }
    const answering = application.router.match(method, sample).route;
    if (answering === route || answering === undefined) return undefined;
    hider = `the route "${answering.name}" (${answering.path})`;
  }
  return hider;
}

function nameOf(value: unknown): string {
  if (typeof value === 'symbol') return value.description ?? 'Symbol()';
  if (typeof value === 'function') return value.name || 'anonymous function';
  if (Array.isArray(value)) return `[${value.map(nameOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const { name } = value.constructor ?? {};
  return name || 'Object';
}
