import type * as real from '../../kernel/errors/call-sites.ts';

export const callingFiles: typeof real.callingFiles = () => [];
export const callOrigin: typeof real.callOrigin = () => undefined;
