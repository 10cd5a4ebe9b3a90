import {
  isSecretName,
  isSecretParameter,
  MASK,
  maskText,
  RouteResult,
  type ServerRequest,
} from 'fw-runtime/internal';
import { routeLabel } from './position.ts';

/** A request as it is shown, without secrets such as passwords and tokens. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  /** The matched route; empty if no route matched. */
  readonly route: string;
  readonly params: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
}

const LONGEST_VALUE = 2000;

/** @param request the request that the throwing middleware received, which has the matched route */
export function showRequest(request: ServerRequest): ShownRequest {
  const route = request.getAttribute(RouteResult)?.route;
  return {
    method: request.method,
    url: showUrl(request),
    route: route === undefined ? '' : routeLabel(route),
    params: Object.entries(request.params).map(([name, value]) => show(name, String(value))),
    headers: [...request.headers].map(([name, value]) => [
      name,
      isSecretParameter(name) ? MASK : cut(maskText(value)),
    ]),
  };
}

function showUrl({ source }: ServerRequest): string {
  if (!URL.canParse(source.href)) return cut(source.path);
  const url = new URL(source.href);
  url.username = '';
  url.password = '';
  for (const name of new Set(url.searchParams.keys())) {
    if (isSecretParameter(name)) url.searchParams.set(name, MASK);
  }
  return cut(url.href);
}

function show(name: string, value: string): readonly [string, string] {
  return [name, isSecretName(name) ? MASK : cut(value)];
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
