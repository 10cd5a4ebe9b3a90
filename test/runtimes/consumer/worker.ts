// The same on Workers, whose types are theirs.
import site, { siteOfA } from './index.ts';

export const handler: ExportedHandler<{ NAME: string }> = { fetch: siteOfA.fetch };
export default site satisfies ExportedHandler<{ NAME: string }>;
