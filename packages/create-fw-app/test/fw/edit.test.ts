import { diffLines } from 'diff';
import { describe, expect, test } from 'vitest';

import { addBeforeDispatch } from '../../src/fw/edit/before-dispatch.ts';
import { Reference } from '../../src/fw/edit/code.ts';
import { addCall } from '../../src/fw/edit/calls.ts';
import { addToConfig, snippetOf } from '../../src/fw/edit/config-edit.ts';
import type { ConfigEntry } from '../../src/fw/edit/config-edit.ts';
import { addImport } from '../../src/fw/edit/imports.ts';

const route: ConfigEntry = {
  path: ['routes'],
  key: 'about',
  value: { name: 'about', path: '/about', middleware: new Reference('About'), allowed_methods: ['GET'] },
  within: 'list',
  isSame: (existing) => (existing as { path?: unknown }).path === '/about',
};
const inLine = "{ name: 'about', path: '/about', middleware: About, allowed_methods: ['GET'] }";
const imported = "import { About } from '#app/action/about';";

function edit(text: string, file: string): string {
  return addImport(addToConfig(text, file, route), file, { name: 'About', from: '#app/action/about' });
}

function insertedLines(before: string, after: string): string[] {
  return diffLines(before, after).flatMap(({ added, removed, value }) =>
    removed ? [`- ${value}`] : added ? value.split(/\r?\n/).filter((line) => line !== '') : [],
  );
}

const formats: { name: string; file?: string; text: string; inserted: string[] }[] = [
  {
    name: 'defineConfig, as the site is laid down',
    text: `import { defineConfig } from 'fw-runtime/b';
import { Ping } from '#app/action/ping';

export default defineConfig({
  routes: [
    { name: 'ping', path: '/ping', middleware: Ping, allowed_methods: ['GET'] },
  ],
});
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'CRLF line ends',
    text: `import { defineConfig } from 'fw-runtime/b';\r\n\r\nexport default defineConfig({\r\n  routes: [\r\n    { path: '/ping', middleware: 'Ping' },\r\n  ],\r\n});\r\n`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'tabs and double quotes',
    text: `import { Ping } from "#app/action/ping";

export default {
	routes: [
		{
			path: "/ping",
			middleware: Ping,
		},
	],
};
`,
    inserted: [
      'import { About } from "#app/action/about";',
      '\t\t{ name: "about", path: "/about", middleware: About, allowed_methods: ["GET"] },',
    ],
  },
  {
    name: 'comments in odd places',
    text: `// routes, [not: these]
import { Ping } from '#app/action/ping'; // the ping

export default {
  /* routes: [ */ routes /* here */: /* and here */ [
    // first, { the } ping
    { path: '/ping' /* , */, middleware: Ping }, // ] a bracket, in a comment
    // more to come: { path: '/x' },
  ],
};
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'no final newline and four spaces',
    text: `import { Ping } from '#app/action/ping';

export default {
    routes: [
        { path: '/ping', middleware: Ping },
    ],
};`,
    inserted: [imported, `        ${inLine},`],
  },
  {
    name: 'satisfies',
    text: `import type { ApplicationConfig } from 'fw-runtime/b';
import { Ping } from '#app/action/ping';

export default {
  routes: [
    { path: '/ping', middleware: Ping },
  ],
} satisfies ApplicationConfig;
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'as const, around the list too',
    text: `import { Ping } from '#app/action/ping';

export default {
  routes: [
    { path: '/ping', middleware: Ping },
  ] as const,
} as const;
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'an arrow function that is called',
    text: `import { Ping } from '#app/action/ping';

const config = () => ({
  routes: [
    { path: '/ping', middleware: Ping },
  ],
});

export default config();
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'an arrow function with a body',
    text: `import { Ping } from '#app/action/ping';

export default () => {
  const debug = true;
  return {
    debug,
    routes: [
      { path: '/ping', middleware: Ping },
    ],
  };
};
`,
    inserted: [imported, `      ${inLine},`],
  },
  {
    name: 'a spread before and among the routes',
    text: `import { base, baseRoutes } from './base.ts';

export default {
  ...base,
  routes: [
    ...baseRoutes,
    { path: '/ping', middleware: 'Ping' },
    ...baseRoutes.map((route) => ({ ...route, path: \`/v2\${route.path}\` })),
  ],
};
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'identifiers for the configuration and for its list',
    text: `import { defineConfig } from 'fw-runtime/b';

const routes = [
  { path: '/ping', middleware: 'Ping' },
];

const config = defineConfig({ routes });

export default config;
`,
    inserted: [imported, `  ${inLine},`],
  },
  {
    name: 'no semicolons',
    text: `import { Ping } from '#app/action/ping'
import { defineConfig } from 'fw-runtime/b'

export default defineConfig({
  routes: [
    { path: '/ping', middleware: Ping },
  ],
})
`,
    inserted: ["import { About } from '#app/action/about'", `    ${inLine},`],
  },
  {
    name: 'routes as a map',
    text: `import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  routes: {
    ping: { path: '/ping', middleware: 'Ping' },
  },
});
`,
    inserted: [imported, `    about: ${inLine},`],
  },
  {
    name: '500 routes',
    text: `import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  routes: [
${Array.from({ length: 500 }, (_, index) => `    { path: '/item/${index}', middleware: 'Item' },`).join('\n')}
  ],
});
`,
    inserted: [imported, `    ${inLine},`],
  },
  {
    name: 'a file without a list of routes',
    text: `import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  debug: false,
});
`,
    inserted: [imported, `  routes: [${inLine}],`],
  },
  {
    name: 'JSON',
    file: 'routes.global.json',
    text: `{
  "debug": false,
  "routes": [
    { "path": "/ping", "middleware": "Ping" }
  ]
}
`,
    inserted: [
      `-     { "path": "/ping", "middleware": "Ping" }\n`,
      '    { "path": "/ping", "middleware": "Ping" },',
      '    { "name": "about", "path": "/about", "middleware": "About", "allowed_methods": ["GET"] }',
    ],
  },
];

describe('a route is inserted, and nothing else changes, in a file with', () => {
  test.each(formats)('$name', ({ file = 'routes.global.ts', text, inserted }) => {
    const after = edit(text, file);

    expect(insertedLines(text, after)).toEqual(inserted);
    expect(edit(after, file)).toBe(after);
  });

  test('a byte order mark', () => {
    const text = `\uFEFFexport default { routes: [] };\n`;
    const after = edit(text, 'routes.global.ts');

    expect(after.startsWith('\uFEFFimport')).toBe(true);
    expect(edit(after, 'routes.global.ts')).toBe(after);
  });
});

describe('a line that has to grow grows by an insertion', () => {
  test.each([
    ["export default { routes: [{ path: '/', middleware: 'Home' }] };", `, ${inLine}`],
    ["export default { routes: [{ path: '/', middleware: 'Home' },] };", ` ${inLine},`],
    ["export default { routes: [({ path: '/', middleware: 'Home' })] };", `, ${inLine}`],
    ['export default { routes: [] };', inLine],
    ['export default {};', ` routes: [${inLine}] `],
    ["export default {\n  routes: [\n    { path: '/', middleware: 'Home' }\n  ]\n};", `,\n    ${inLine}`],
    ["export default {\n  routes: [\n    { path: '/', middleware: 'Home' } // , last\n  ]\n};", `,`],
    ['export default {\n  routes: [\n    // none yet\n  ],\n};', `\n    ${inLine},`],
  ])('%j', (text, inserted) => {
    const after = addToConfig(text, 'routes.global.ts', route);
    const index = [...text].findIndex((character, position) => after[position] !== character);

    expect(after).toContain(inserted);
    expect(after.startsWith(text.slice(0, index))).toBe(true);
    expect(removed(text, after)).toBe('');
  });
});

/** What of `before` is not in `after`, in order. */
function removed(before: string, after: string): string {
  let from = 0;
  return [...before]
    .filter((character) => {
      const found = after.indexOf(character, from);
      if (found === -1) return true;
      from = found + 1;
      return false;
    })
    .join('');
}

describe('a value that does not fit into a line', () => {
  test('is broken over several', () => {
    const text = 'export default {\n  routes: [\n    1,\n  ],\n};\n';
    const value = { name: 'a'.repeat(60), path: `/${'b'.repeat(60)}`, middleware: new Reference('About') };
    const after = addToConfig(text, 'routes.global.ts', { ...route, value });

    expect(insertedLines(text, after)).toEqual([
      '    {',
      `      name: '${'a'.repeat(60)}',`,
      `      path: '/${'b'.repeat(60)}',`,
      '      middleware: About,',
      '    },',
    ]);
  });
});

describe('maps', () => {
  const invokable: ConfigEntry = {
    path: ['dependencies', 'invokables'],
    key: 'About',
    value: new Reference('About'),
    within: 'map',
  };

  test('take a shorthand', () => {
    const text = 'export default {\n  dependencies: {\n    invokables: { Ping },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain('invokables: { Ping, About },');
  });

  test('are made where they are missing', () => {
    const text = 'export default {\n  dependencies: {\n    factories: { A: B },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain(
      '    factories: { A: B },\n    invokables: { About },\n',
    );
    expect(addToConfig('export default {\n};\n', 'x.ts', invokable)).toBe(
      'export default {\n  dependencies: { invokables: { About } },\n};\n',
    );
  });

  test('know a class that the file itself declares by its name', () => {
    const text = 'class About {}\nexport default { dependencies: { invokables: { About } } };\n';
    expect(addToConfig(text, 'x.ts', invokable)).toBe(text);
  });

  test('refuse a key that stands for something else', () => {
    const text = 'export default { dependencies: { invokables: { About: Other } } };';
    expect(() => addToConfig(text, 'x.ts', invokable)).toThrow(
      'x.ts has "About" in dependencies.invokables already: choose another name.',
    );
  });
});

describe('a file that is not understood is left alone, with the reason', () => {
  test.each([
    ['export const config = {};', 'it has no default export'],
    ['export default load();', 'its default export is not a map that is written out in this file'],
    ['export default { routes: loadRoutes() };', '"routes" is not written out in this file'],
    ['export default { ...base };', 'what is spread beside "routes" may hold it'],
    ['export default { routes: a ? [] : [1] };', '"routes" is not written out in this file'],
    ['export default { routes: [ };', /Unexpected token/],
    ['export default { routes() { return []; } };', '"routes" is a method'],
  ])('%s', (text, reason) => {
    expect(() => edit(text, 'routes.global.ts')).toThrow(reason);
  });

  test('and the lines to paste are printed', () => {
    expect(snippetOf(route, 'routes.global.ts')).toBe(`routes: [${inLine}],`);
  });
});

describe('imports', () => {
  test('join the braces of the same module', () => {
    expect(
      addImport("import { defineConfig } from 'fw-runtime/b';\n", 'x.ts', {
        name: 'Application',
        from: 'fw-runtime/b',
      }),
    ).toBe("import { defineConfig, Application } from 'fw-runtime/b';\n");
  });

  test('do not join a type import, and refuse a name that is taken', () => {
    const about = { name: 'About', from: '#app/action/about' };
    expect(addImport("import type { X } from '#app/action/about';\n", 'x.ts', about)).toBe(
      `import type { X } from '#app/action/about';\n${imported}\n`,
    );
    expect(() => addImport('const About = 1;\n', 'x.ts', about)).toThrow(
      'The name About stands for something else in x.ts: choose another.',
    );
  });
});

describe('middleware between routing and dispatching', () => {
  const entry = (list: string): string =>
    `export default { middleware_pipeline: { routing: { middleware: ${list} } } };`;

  test('is added to the list in which the two stand', () => {
    const text = entry('[Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE]');
    const after = addBeforeDispatch(text, 'x.ts', 'Audit');
    expect(after).toBe(entry('[Application.ROUTING_MIDDLEWARE, Audit, Application.DISPATCH_MIDDLEWARE]'));
    expect(addBeforeDispatch(after, 'x.ts', 'Audit')).toBe(after);
  });

  test('is added on a line of its own where the others are', () => {
    const text = entry("[\n  'FW_ROUTING_MIDDLEWARE',\n  'FW_DISPATCH_MIDDLEWARE',\n]");
    expect(insertedLines(text, addBeforeDispatch(text, 'x.ts', 'Audit'))).toEqual(['  Audit,']);
  });

  test('is not added where the two do not stand in one list', () => {
    expect(() => addBeforeDispatch(entry('[Application.ROUTING_MIDDLEWARE]'), 'x.ts', 'Audit')).toThrow(
      'no list in it holds ROUTING_MIDDLEWARE and, behind it, DISPATCH_MIDDLEWARE',
    );
  });
});

describe('calls', () => {
  const get = { print: () => ".get('/about', About, 'about')" };
  const file = 'config/routes.ts';

  test('are added at the end of the function', () => {
    const text = `export default (app: Application): void => {
  app.get('/ping', Ping); // the ping
  // more
};
`;
    const after = addCall(text, file, get);
    expect(insertedLines(text, after)).toEqual(["  app.get('/about', About, 'about');"]);
    expect(addCall(after, file, get)).toBe(after);
  });

  test('are added to an empty function, by the name that it gives the application', () => {
    expect(addCall('export default function routes(site) {\n}\n', file, get)).toBe(
      "export default function routes(site) {\n  site.get('/about', About, 'about')\n}\n".replace(
        ')\n}',
        ');\n}',
      ),
    );
    expect(addCall('const routes = (app) => {};\nexport default routes;\n', file, get)).toBe(
      "const routes = (app) => {\n  app.get('/about', About, 'about');\n};\nexport default routes;\n",
    );
  });

  test('are added before another call, in a chain too', () => {
    const pipe = { print: () => '.pipe(Log)', before: 'pipeDispatchMiddleware' };
    const lines =
      'export default (app) => {\n  app.pipeRoutingMiddleware();\n  app.pipeDispatchMiddleware();\n};\n';
    expect(insertedLines(lines, addCall(lines, file, pipe))).toEqual(['  app.pipe(Log);']);
    const chain = 'export default (app) => {\n  app.pipeRoutingMiddleware().pipeDispatchMiddleware();\n};\n';
    expect(addCall(chain, file, pipe)).toContain(
      'app.pipeRoutingMiddleware().pipe(Log).pipeDispatchMiddleware();',
    );
  });

  test('are not added to a file of another shape', () => {
    expect(() => addCall('export default 1;', file, get)).toThrow(
      'config/routes.ts was not understood: its default export is not a function (app) => { … }.',
    );
  });
});
