import type { ServerConfig, WebSocketConfig } from '../config/config.ts';
import { DEFAULT_BODY_LIMIT } from '../http/bodies/read-body.ts';

/** Those of the configuration, else the default ones. */
export function socketLimits({ websocket }: ServerConfig): Required<WebSocketConfig> {
  return { max_payload: DEFAULT_BODY_LIMIT, idle_timeout: 30_000, ...websocket };
}
