import type { ConfigProvider } from 'fw-runtime';

/** Configuration providers from packages, in order; `fw add` adds to it. The files of `autoload/` override them. */
const providers: readonly ConfigProvider[] = [];

export default providers;
