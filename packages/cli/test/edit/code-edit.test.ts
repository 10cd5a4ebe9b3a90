import { describe, expect, test } from 'vitest';
import { addBeforeDispatch } from '../../src/edit/before-dispatch.ts';
import { addCall } from '../../src/edit/calls.ts';
import { addImport, importsOf } from '../../src/edit/imports.ts';
import { styleOf } from '../../src/edit/text-style.ts';
import { imported, insertedLines } from './added-route.ts';

describe('imports', () => {
  test('join the braces of the same module', () => {
    expect(
      addImport("import { defineConfig } from 'fw-runtime/b';\n", 'x.ts', {
        name: 'Application',
        from: 'fw-runtime/b',
      }),
    ).toBe("import { defineConfig, Application } from 'fw-runtime/b';\n");
  });

  test.each([
    [
      "import fw from 'fw-runtime/b';",
      "import fw from 'fw-runtime/b';\nimport { Application } from 'fw-runtime/b';",
    ],
    [
      "import * as fw from 'fw-runtime/b';",
      "import * as fw from 'fw-runtime/b';\nimport { Application } from 'fw-runtime/b';",
    ],
    ["import 'fw-runtime/b';", "import 'fw-runtime/b';\nimport { Application } from 'fw-runtime/b';"],
    ["import fw, { a } from 'fw-runtime/b';", "import fw, { a, Application } from 'fw-runtime/b';"],
    [
      "import { Application as App } from 'fw-runtime/b';",
      "import { Application as App, Application } from 'fw-runtime/b';",
    ],
    ["import { Application } from 'fw-runtime/b';", "import { Application } from 'fw-runtime/b';"],
    ["import { type Application } from 'fw-runtime/b';", "import { Application } from 'fw-runtime/b';"],
    ["import a from 'a'; // a", "import a from 'a'; // a\nimport { Application } from 'fw-runtime/b';"],
    ["import a from 'a'; /* a */", "import a from 'a'; /* a */\nimport { Application } from 'fw-runtime/b';"],
    [
      "import a from 'a';/* a */  ",
      "import a from 'a';/* a */\nimport { Application } from 'fw-runtime/b';  ",
    ],
    ["import a from 'a'; a();", "import a from 'a';\nimport { Application } from 'fw-runtime/b'; a();"],
    [
      "import a from 'a'; /* a */ a();",
      "import a from 'a';\nimport { Application } from 'fw-runtime/b'; /* a */ a();",
    ],
    ['#!/usr/bin/env node\na();', "#!/usr/bin/env node\nimport { Application } from 'fw-runtime/b';\n\na();"],
  ])('are added to %j', (text, expected) => {
    const application = { name: 'Application', from: 'fw-runtime/b' };
    expect(addImport(`${text}\n`, 'x.ts', application)).toBe(`${expected}\n`);
  });

  test('of a package are rejected with a solution if the file uses the name for something else', () => {
    const text = "import { route as r } from 'fw-runtime/b';\nconst route = r('GET', '/', home);\n";
    expect(() => addImport(text, 'x.ts', { name: 'route', from: 'fw-runtime/b' })).toThrow(
      'x.ts uses the name route for something else, but needs route of fw-runtime/b: rename yours.',
    );
    const alias = "import { route as r } from 'fw-runtime/b';\n";
    expect(addImport(alias, 'x.ts', { name: 'route', from: 'fw-runtime/b' })).toBe(
      "import { route as r, route } from 'fw-runtime/b';\n",
    );
  });

  test.each(["import About from '#app/action/about';", "import * as About from '#app/action/about';"])(
    'do not use the name of %s, which is another value of the module',
    (line) => {
      expect(() => addImport(`${line}\n`, 'x.ts', { name: 'About', from: '#app/action/about' })).toThrow(
        'The name About has another meaning in x.ts: rename it there, or choose another name.',
      );
    },
  );

  test('are recognized by their local names', () => {
    const text = `import fw, { a, b as c, 'd-e' as f, type G } from 'fw-runtime/b';
import * as all from './all.ts';
import type { H } from './h.ts';
const own = 1;
export { x } from './x.ts';
`;
    expect(Object.fromEntries(importsOf(text, 'x.ts'))).toEqual({
      a: { name: 'a', from: 'fw-runtime/b' },
      c: { name: 'b', from: 'fw-runtime/b' },
      f: { name: 'd-e', from: 'fw-runtime/b' },
      G: { name: 'G', from: 'fw-runtime/b' },
      H: { name: 'H', from: './h.ts' },
    });
    expect(importsOf('{}', 'x.json').size).toBe(0);
  });

  test('do not extend a type import', () => {
    const about = { name: 'About', from: '#app/action/about' };
    expect(addImport("import type { X } from '#app/action/about';\n", 'x.ts', about)).toBe(
      `import type { X } from '#app/action/about';\n${imported}\n`,
    );
  });

  test.each([
    'const About = 1;',
    'let a, About;',
    'export const About = 1;',
    'function About() {}',
    'export function About() {}',
    'class About {}',
    'export class About {}',
    'enum About {}',
    'interface About {}',
    'export type About = string;',
    "import About from './about.ts';",
    "import * as About from './about.ts';",
    "import { Page as About } from '#app/action/about';",
    "import { About } from './about.ts';",
  ])('do not use the name of %s', (line) => {
    expect(() => addImport(`${line}\n`, 'x.ts', { name: 'About', from: '#app/action/about' })).toThrow(
      'The name About has another meaning in x.ts: rename it there, or choose another name.',
    );
  });

  test.each(["export { About } from './about.ts';", "export * from './about.ts';", 'About();', ''])(
    'are inserted beside %j, which names nothing in the file',
    (line) => {
      expect(addImport(`${line}\n`, 'x.ts', { name: 'About', from: '#app/action/about' })).toContain(
        imported,
      );
    },
  );
});

describe('middleware between routing and dispatching', () => {
  const entry = (list: string): string =>
    `export default { middleware_pipeline: {\n  routing: { middleware: ${list} } } };`;

  test.each([
    ['ROUTING_MIDDLEWARE', 'DISPATCH_MIDDLEWARE'],
    ['Application.ROUTING_MIDDLEWARE', 'Application.DISPATCH_MIDDLEWARE'],
  ])('is added to the array that contains both, as %s', (routing, dispatch) => {
    const text = entry(`[${routing}, ${dispatch}]`);
    const after = addBeforeDispatch(text, 'x.ts', 'Audit');
    expect(after).toBe(entry(`[${routing}, Audit, ${dispatch}]`));
    expect(addBeforeDispatch(after, 'x.ts', 'Audit')).toBe(after);
  });

  test('is added on its own line if the others have their own lines', () => {
    const text = entry("[\n  'FW_ROUTING_MIDDLEWARE',\n  'FW_DISPATCH_MIDDLEWARE',\n]");
    expect(insertedLines(text, addBeforeDispatch(text, 'x.ts', 'Audit'))).toEqual(['  Audit,']);
  });

  test('has its own line, like all items of the array, if one line would be too wide', () => {
    const names = Array.from({ length: 5 }, (_, index) => `ALongNameOfMiddleware${index}`);
    const text = entry(`[ROUTING_MIDDLEWARE, ${names.join(', ')}, DISPATCH_MIDDLEWARE]`);
    const lines = ['ROUTING_MIDDLEWARE', ...names, 'Audit', 'DISPATCH_MIDDLEWARE'];
    expect(addBeforeDispatch(text, 'x.ts', 'Audit')).toBe(
      entry(`[\n${lines.map((line) => `    ${line},\n`).join('')}  ]`),
    );
  });

  test('is added to the array of middleware, with any other keys of the entry', () => {
    const rest = 'priority: 1, tags: [], middleware:';
    const text = entry('[ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE]').replace('middleware:', rest);
    expect(addBeforeDispatch(text, 'x.ts', 'Audit')).toBe(
      text.replace('[ROUTING_MIDDLEWARE, D', '[ROUTING_MIDDLEWARE, Audit, D'),
    );
  });

  test.each([
    '[Application.ROUTING_MIDDLEWARE]',
    '[DISPATCH_MIDDLEWARE]',
    '[Audit, DISPATCH_MIDDLEWARE]',
    '[DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE]',
    '[]',
    'ROUTING_MIDDLEWARE',
  ])('is not added to %s, where one array does not contain both', (list) => {
    expect(() => addBeforeDispatch(entry(list), 'x.ts', 'Audit')).toThrow(
      'no array in it contains ROUTING_MIDDLEWARE followed by DISPATCH_MIDDLEWARE',
    );
  });
});

describe('the style of a file', () => {
  test.each([
    ['\t', 'a\n\tb\n'],
    ['\t', 'a\n\t  b\n    c\n'],
    ['  ', 'a\n    b\n  c\n'],
    ['    ', 'a\n    b\n        c\n'],
    ['  ', 'a\n'],
    ['    ', '/**\n * b\n */\n    c\n'],
  ])('has the indentation %j in %j', (indent, text) => {
    expect(styleOf(text, 'x.ts')).toMatchObject({ indent });
  });

  test.each([
    [';', ''],
    [';', "import a from 'a';\nconst b = 1\n"],
    [';', "import a from 'a'; \n"],
    [';', "import a from 'a'; // a\n"],
    [';', "import a from 'a';/* a */ \n"],
    ['', "import a from 'a'\n"],
    ['', "import a from 'a'\nimport b from 'b'\nfor (;;) b(';')\n"],
    [';', 'export default {\n};\n'],
    [';', 'export function a() {\n}\n'],
  ])('ends statements with %j in %j', (semicolon, text) => {
    expect(styleOf(text, 'x.ts')).toMatchObject({ semicolon });
  });

  test.each([
    ["'", 'x.ts', ''],
    ["'", 'x.ts', `a('b', "c");`],
    ['"', 'x.ts', 'a("b");'],
    ['"', 'x.json', ''],
  ])('has the quotes %s in %s with %j', (quote, file, text) => {
    expect(styleOf(text, file)).toMatchObject({ quote });
  });

  test.each([
    ['\n', 'a'],
    ['\n', 'a\nb\r\n'],
    ['\r\n', 'a\r\nb\nc\r\n'],
  ])('has the line end %j in %j', (eol, text) => {
    expect(styleOf(text, 'x.ts')).toMatchObject({ eol });
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

  test('are added without a change of the blank lines before', () => {
    const text = "export default (app) => {\n  app.get('/a', A);\n\n  // b\n  app.get('/b', B); // b\n\n};\n";
    expect(addCall(text, file, get)).toBe(
      text.replace('B); // b\n', "B); // b\n  app.get('/about', About, 'about');\n"),
    );
  });

  test('are added before the comment of another call, but behind a comment with a blank line', () => {
    const pipe = { print: () => '.pipe(Log)', before: 'pipeDispatchMiddleware' };
    const text = (comments: string): string =>
      `export default (app) => {\n  app.pipe(A);\n${comments}  app.pipeDispatchMiddleware();\n};\n`;
    expect(addCall(text('  // one\n  /* two */\n'), file, pipe)).toBe(
      text('  app.pipe(Log);\n  // one\n  /* two */\n'),
    );
    expect(addCall(text('  // one\n\n  // two\n'), file, pipe)).toBe(
      text('  // one\n\n  app.pipe(Log);\n  // two\n'),
    );
    expect(addCall(text('  // one\n\n'), file, pipe)).toBe(text('  // one\n\n  app.pipe(Log);\n'));
  });

  test("are added to an empty function, with its parameter's name for the application", () => {
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

  test('have their own lines, whatever the first shape of the function', () => {
    const text = "export default (app) => { /* a */ app.get('/', Home); app.get('/x', X) /* b */ };\n";
    const after = addCall(text, file, get);
    const lines = [
      "/* a */ app.get('/', Home);",
      "app.get('/x', X) /* b */",
      "app.get('/about', About, 'about');",
    ];
    expect(after).toBe(`export default (app) => {\n${lines.map((line) => `  ${line}\n`).join('')}};\n`);
    expect(addCall(after, file, get)).toBe(after);
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

  test('are added to a function that is exported by its name', () => {
    const text =
      'const setUp = (app) => {\n  app.pipeRoutingMiddleware();\n};\nexport { setUp as default };\n';
    expect(addCall(text, file, get)).not.toBe(text);
  });

  test('are not added to a file of another shape', () => {
    expect(() => addCall('export default 1;', file, get)).toThrow(
      'config/routes.ts was not understood: its default export is not a function (app) => { … }.',
    );
  });
});
