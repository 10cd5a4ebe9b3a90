import { isLoopback } from '../application/errors/error-responder.ts';
import type { ServerRequest } from '../message/server-request.ts';

const LOCAL_HOST = /^(?:(?:[\w-]+\.)*localhost\.?|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
/** What a proxy or a tunnel on this machine adds, behind which anybody may be. */
const FORWARDED = /^(?:forwarded|x-forwarded(?:-.*)?|via|x-real-ip)$/;

/**
 * Whether a request comes from a developer on this machine: with `debug`, from a loopback address, for a local host, and not
 * through a proxy that says so. Another host is what a foreign page reaches through a name that it has pointed to this machine
 * (DNS rebinding).
 */
export function isLocalDevelopment(
  { source }: Pick<ServerRequest, 'source'>,
  debug: boolean | 'everyone',
): boolean {
  if (debug === false || source.ip === undefined || !isLoopback(source.ip)) return false;
  if (!LOCAL_HOST.test(source.header('host') ?? '')) return false;
  for (const name of source.headers.keys()) if (FORWARDED.test(name)) return false;
  return true;
}
