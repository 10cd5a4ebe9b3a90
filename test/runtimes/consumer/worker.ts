// The same on Workers, with their types.
import { siteOfA, siteOfB } from './index.ts';

export const handler: ExportedHandler<{ NAME: string }> = { fetch: siteOfA.fetch };
export default siteOfB satisfies ExportedHandler<{ NAME: string }>;
