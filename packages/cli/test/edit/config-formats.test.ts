import { describe, expect, test } from 'vitest';
import { edit, imported, inLine, insertedLines } from './added-route.ts';

const formats: { name: string; file?: string; text: string; inserted: string[] }[] = [
  {
    name: 'defineConfig, as in a new project',
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
      '\t\troute("GET", "/about", About, { name: "about" }),',
    ],
  },
  {
    name: 'comments in unusual places',
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
    name: 'as const, also around the array',
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
    name: 'functions that are declared or written as expressions',
    text: `export default config();

function config() {
  return make();
}

const make = function () {
  return defineConfig({
    routes: [
      { path: '/ping', middleware: 'Ping' },
    ],
  });
};
`,
    inserted: [imported, `      ${inLine},`],
  },
  {
    name: 'an array that replaces the routes of other files',
    text: `export default defineConfig({
  routes: mergeReplace([
    { path: '/ping', middleware: 'Ping' },
  ]),
});
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
    name: 'identifiers for the configuration and for its array',
    text: `import { defineConfig } from 'fw-runtime/b';

const routes = [
  { path: '/ping', middleware: 'Ping' },
];

const config = defineConfig({ routes });

export default config;
`,
    inserted: [imported, `  ${inLine},`],
  },
  ...[
    'export { config as default };',
    'export { config as "default" };',
    'const other = 1;\nexport { other, config as default };',
    'export default config satisfies object;',
    'export default (config as object);',
  ].map((line) => ({
    name: line,
    text: `import { defineConfig } from 'fw-runtime/b';
import { Ping } from '#app/action/ping';

const config = defineConfig({
  routes: [
    { path: '/ping', middleware: Ping },
  ],
});
${line}
`,
    inserted: [imported, `    ${inLine},`],
  })),
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
    name: 'routes as an object',
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
    name: 'a file without an array of routes',
    text: `import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  debug: false,
});
`,
    inserted: [imported, '  routes: [', `    ${inLine},`, '  ],'],
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

  test.each(formats)(
    '$name, and with CRLF line ends in the same way',
    ({ file = 'routes.global.ts', text }) => {
      const lines = text.replaceAll('\r', '');

      expect(edit(withCrlf(lines), file)).toBe(withCrlf(edit(lines, file)));
    },
  );

  test('a byte order mark', () => {
    const text = `\uFEFFexport default { routes: [] };\n`;
    const after = edit(text, 'routes.global.ts');

    expect(after.startsWith('\uFEFFimport')).toBe(true);
    expect(edit(after, 'routes.global.ts')).toBe(after);
  });
});

function withCrlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
