import type { ConfigProvider } from 'fw-runtime';

/** What packages give this site, in order; `fw add` adds to it. The files of `autoload/` change what stands here. */
const providers: readonly ConfigProvider[] = [];

export default providers;
