// The same on Workers, with their types.
import { appOfA, appOfB } from './index.ts';

export const handler: ExportedHandler<{ NAME: string }> = { fetch: appOfA.fetch };
export default appOfB satisfies ExportedHandler<{ NAME: string }>;
