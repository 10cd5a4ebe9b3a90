import type { MiddlewareAddition } from '../middleware-addition.ts';

export const trustedProxy: MiddlewareAddition = {
  kind: 'trusted-proxy',
  summary: 'Trust X-Forwarded-* headers from your proxies only',
  priority: 20_000,
  packages: { 'ipaddr.js': '^2.5.0' },
  needs: 'sockets',
};
