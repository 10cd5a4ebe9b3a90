import { type IncomingMessage, request as send, Server, type ServerResponse } from 'node:http';

/**
 * From now on, a request that still comes to this process is answered by the one that has taken over, and its connection is
 * closed. Idle connections stay open meanwhile, because a request may be on its way on each of them, and would fail.
 *
 * @returns what ends it, so that idle connections can be closed
 */
export function passOnRequests(host: string, port: number): () => void {
  const { emit, closeIdleConnections } = Server.prototype;
  Server.prototype.closeIdleConnections = () => {};
  Server.prototype.emit = function (event: string, ...args: unknown[]): boolean {
    const [incoming, outgoing] = args as [IncomingMessage, ServerResponse];
    if (event !== 'request' && event !== 'checkContinue') {
      return Reflect.apply(emit, this, [event, ...args]) as boolean;
    }
    if (event === 'checkContinue') outgoing.writeContinue();
    passOn(incoming, outgoing, host, port);
    return true;
  };
  return () => {
    Server.prototype.closeIdleConnections = closeIdleConnections;
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, host: string, port: number): void {
  const { method, url, rawHeaders } = incoming;
  outgoing.shouldKeepAlive = false;
  const headers = withoutConnection(rawHeaders);
  const onward = send({ host, port, method, path: url, headers, setHost: false, agent: false });
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutConnection(answer.rawHeaders));
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** Header lines without those of one connection; the framing of a body stays. */
function withoutConnection(lines: readonly string[]): string[] {
  return lines.filter((_, index) => {
    const name = lines[index - (index % 2)]?.toLowerCase();
    return name !== 'connection' && name !== 'keep-alive';
  });
}
