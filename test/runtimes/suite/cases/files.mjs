import { answers, is } from '../check.mjs';

// Relative to the root of the repository, where these programs are started.
const CWD = 'test/runtimes/programs';

/** Where there are files, and a server. */
export const files = {
  'loadConfig() reads the files of config/autoload and merges them': async ({ loadConfig }) => {
    const { greeting, list } = await loadConfig({ cwd: CWD });
    is([greeting, list], ['hello', ['global', 'local']]);
  },

  'files of the document root are served, and nothing outside': async ({
    fromConfig,
    loadConfig,
    ask,
    text,
  }) => {
    const site = fromConfig(await loadConfig({ cwd: CWD }), {
      routes: [{ path: '/', middleware: text('home') }],
    });
    await answers(ask(site, '/'), { body: 'home' });
    await answers(ask(site, '/file.txt'), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'A file of the document root.\n',
    });
    await answers(ask(site, '/..%2Frun.mjs'), { status: 404 });
  },
};
