import {
  contentSize,
  type HttpResponse,
  isSecretName,
  MASK,
  RouteResult,
  type ServerRequest,
} from 'fw-runtime/internal';
import { prefixOf, scopesOf } from './scopes.ts';
import { hideSecretsOf, shownBody } from './body-text.ts';
import { errorToJson } from './errors-to-json.ts';
import { respondingLayer, layersToJson, since } from './layers-to-json.ts';
import type { LayerNotes } from './layer-notes.ts';
import type { CreatedService } from './created-services.ts';
import { Masking, secretParameters } from './masking.ts';
import { pairsOf } from './message-changes.ts';
import { LONGEST_TEXT, textOf } from './body-capture.ts';
import type { RequestNotes } from './request-notes.ts';
import type { RecordedMessage, RecordedRoute, RequestRecord, ServiceRecord } from './request-json.ts';

/** The maximum length of a record's layers as JSON. The changes of longer layers are left out. */
const LONGEST_LAYERS = 500_000;

/** Converts the current notes on a request to plain data with its secrets masked. */
export function captureToJson(notes: RequestNotes): RequestRecord {
  const { id, time, began, request, layers, errors, outcome, response, respondedAt, omitted } = notes;
  const { source } = request;
  const routed = routeOf(layers);
  const masking = maskingOf(notes, routed);
  const known = [...errors];
  const shown = layersToJson(layers, began, masking, (layer) => {
    const index = known.findIndex(([, thrower]) => thrower === layer);
    return index === -1 ? undefined : index;
  });
  const route = routed && routeToJson(routed, masking);
  const responding = respondingLayer(layers);
  return {
    id,
    time,
    method: request.method,
    url: masking.url(withoutSecrets(source.path, routed), source.queryString),
    ...(source.ip !== undefined && { ip: source.ip }),
    outcome,
    ...(response !== undefined && { status: response.status }),
    ...(respondedAt !== undefined && { duration: since(began, respondedAt) }),
    request: requestToJson(notes, masking),
    ...(response !== undefined && { response: responseToJson(response, request, masking) }),
    ...(route !== undefined && { route }),
    ...(responding !== undefined && { answeredBy: responding.index }),
    layers: JSON.stringify(shown).length <= LONGEST_LAYERS ? shown : shown.map(withoutChanges),
    services: notes.services.map((service) => serviceToJson(service, began, masking)),
    errors: known.map(([error, layer]) => errorToJson(error, layer?.index, masking)),
    ...(omitted > 0 && { omitted }),
  };
}

function maskingOf({ request, body, response }: RequestNotes, routed: Routed | undefined): Masking {
  const { source, headers } = request;
  const masking = new Masking();
  masking.hideHeaders(headers);
  for (const value of secretParameters(source.queryString)) masking.hide(value);
  for (const [name, value] of Object.entries(routed?.result.params ?? {})) {
    if (isSecretName(name)) masking.hide(value);
  }
  if (body.text !== undefined) hideSecretsOf(body.text, typeOf(request), masking);
  if (response !== undefined) {
    masking.hideHeaders(pairsOf(response.headerList.lines));
    const text = textIn(response);
    if (text !== undefined) hideSecretsOf(text, response.headerList.get('content-type') ?? '', masking);
  }
  return masking;
}

function requestToJson({ request, body }: RequestNotes, masking: Masking): RecordedMessage {
  const { source } = request;
  const size = body.size ?? declaredSize(source.header('content-length'));
  const text = body.text && shownBody(body.text, typeOf(request), masking);
  return {
    headers: masking.headers(request.headers),
    ...(size !== undefined && { size }),
    ...(text !== undefined && { text }),
  };
}

function responseToJson(
  response: HttpResponse,
  { method }: ServerRequest,
  masking: Masking,
): RecordedMessage {
  const { status, headerList } = response;
  const hasNone = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const size = hasNone
    ? undefined
    : (contentSize(response.content) ?? declaredSize(headerList.get('content-length')));
  const found = hasNone ? undefined : textIn(response);
  const text = found && shownBody(found, headerList.get('content-type') ?? '', masking);
  return {
    headers: masking.headers(pairsOf(headerList.lines)),
    ...(size !== undefined && { size }),
    ...(text !== undefined && { text }),
  };
}

/** @returns undefined for a stream, which can only be read once, and for a body that is compressed, too long or not text */
function textIn({ content, headerList }: HttpResponse): string | undefined {
  const size = contentSize(content) ?? 0;
  if (size === 0 || size > LONGEST_TEXT || headerList.get('content-encoding') !== undefined) return undefined;
  return typeof content === 'string' ? content : textOf(content as Uint8Array);
}

function serviceToJson(
  { id, askedBy, layer, started, ended, error }: CreatedService,
  began: number,
  masking: Masking,
): ServiceRecord {
  return {
    id,
    ...(layer !== undefined && { layer }),
    ...(askedBy !== undefined && { askedBy }),
    started: since(began, started),
    duration: since(started, ended),
    ...(error !== undefined && { error: masking.text(error) }),
  };
}

interface Routed {
  readonly result: RouteResult;
  /** The path, with the path prefixes of the surrounding apps. */
  readonly path: string;
}

/** The last matched route. */
function routeOf(layers: readonly LayerNotes[]): Routed | undefined {
  for (const { request, passed } of layers.toReversed()) {
    for (const seen of [passed, request]) {
      const result = seen?.getAttribute(RouteResult);
      if (seen === undefined || result?.route === undefined) continue;
      return { result, path: prefixAround(seen) + result.route.path };
    }
  }
  return undefined;
}

/** The prefixes around a request, joined. */
function prefixAround(request: ServerRequest): string {
  return Array.from(scopesOf(request), (scope) => prefixOf(scope) ?? '')
    .toReversed()
    .join('');
}

function routeToJson({ result, path }: Routed, masking: Masking): RecordedRoute {
  const params = Object.entries(result.params).map(([name, value]) => [
    name,
    masking.named(name, String(value)),
  ]);
  return {
    name: result.route?.name ?? '',
    path,
    params: Object.fromEntries(params) as Record<string, string>,
  };
}

/** Masks secret route parameters in a path, such as the token of `/reset/{token}`, even if they are short. */
function withoutSecrets(path: string, routed: Routed | undefined): string {
  const secrets = Object.entries(routed?.result.params ?? {}).filter(([name]) => isSecretName(name));
  if (secrets.length === 0) return path;
  const hidden = new Set(secrets.flatMap(([, value]) => [value, encodeURIComponent(value)]));
  return path
    .split('/')
    .map((segment) => (hidden.has(segment) ? MASK : segment))
    .join('/');
}

function withoutChanges<T extends { readonly request?: unknown; readonly response?: unknown }>(layer: T): T {
  const { request: _, response: __, ...rest } = layer;
  return rest as T;
}

function typeOf(request: ServerRequest): string {
  return request.header('content-type') ?? '';
}

function declaredSize(length: string | undefined): number | undefined {
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}
