import { describe, expect, test } from 'vitest';
import { nameInGroups } from '../../src/edit/call-groups.ts';
import { addCall } from '../../src/edit/calls.ts';
import { addToConfig } from '../../src/edit/config-edit.ts';
import { nameInConfig } from '../../src/edit/groups.ts';
import { inLine, insertedLines, route } from './added-route.ts';

describe('a route to add to a group of a configuration file', () => {
  const add = (text: string, group: string): string =>
    addToConfig(text, 'routes.global.ts', { ...route, group });
  const file = (routes: string): string => `export default {\n  routes: [\n${routes}\n  ],\n};\n`;
  const nested = file(`    route('GET', '/', Home),
    group('/api', { name: 'api.', middleware: Auth }, [
      route('GET', '/posts', Posts),
      group('/users/{user}/', {}, []),
    ]),`);

  test.each([
    ['/api', [`      ${inLine},`]],
    ['/api/users/{user}', [`      group('/users/{user}/', {}, [`, `        ${inLine},`, '      ]),']],
    ['/api/v2', ["      group('/v2', {}, [", `        ${inLine},`, '      ]),']],
    ['/other', ["    group('/other', {}, [", `      ${inLine},`, '    ]),']],
    ['/api2', ["    group('/api2', {}, [", `      ${inLine},`, '    ]),']],
  ])('%s is added there, and a missing group is created', (group, lines) => {
    const after = add(nested, group);
    expect(insertedLines(nested, after).filter((line) => !line.startsWith('- '))).toEqual(lines);
    expect(add(after, group)).toBe(after);
  });

  test('goes into the innermost of several nested groups', () => {
    const text = file(
      `    group('/a', {}, [\n      one,\n    ]),\n    group('/a/b/', {}, [\n      two,\n    ]),`,
    );
    expect(add(text, '/a/b')).toContain(`      two,\n      ${inLine},\n`);
    expect(add(text, '/a/b/c')).toContain("      two,\n      group('/c', {}, [\n");
  });

  test('is different from the same route outside', () => {
    const text = file(`    ${inLine},`);
    expect(insertedLines(text, add(text, '/api'))).toHaveLength(3);
  });

  test('finds the group behind a constant, and in an object', () => {
    const constant = `const api = group('/api', {}, [\n  route('GET', '/posts', Posts),\n]);\nexport default { routes: [api] };\n`;
    expect(insertedLines(constant, add(constant, '/api'))).toEqual([`  ${inLine},`]);
    const map = `export default {\n  routes: {\n    api: group('/api', {}, [\n      one,\n    ]),\n  },\n};\n`;
    expect(insertedLines(map, add(map, '/api'))).toEqual([`      ${inLine},`]);
    expect(insertedLines(map, add(map, '/other'))).toContain("    '/other': group('/other', {}, [");
  });

  test.each([
    ['/api', 'api.'],
    ['/api/users/{user}', 'api.'],
    ['/api/v2', 'api.'],
    ['/other', ''],
    ['/api2', ''],
  ])('%s has the name %j before its own', (group, name) => {
    expect(nameInConfig(nested, 'routes.global.ts', group)).toBe(name);
  });

  test.each([
    "group('/api')",
    "group('/api', {})",
    'group(prefix, {}, [])',
    "other('/api', {}, [])",
    "'/api'",
  ])('is added beside %s, which is not a group of this prefix', (code) => {
    const text = file(`    ${code},`);
    expect(insertedLines(text, add(text, '/api'))).toEqual([
      "    group('/api', {}, [",
      `      ${inLine},`,
      '    ]),',
    ]);
  });

  test('finds the group in an array with a hole', () => {
    const text = file("    , group('/api', {}, [\n      one,\n    ]),");
    expect(insertedLines(text, add(text, '/api'))).toEqual([`      ${inLine},`]);
  });

  test('creates a missing array', () => {
    expect(insertedLines('export default {\n};\n', add('export default {\n};\n', '/api'))).toEqual([
      '  routes: [',
      "    group('/api', {}, [",
      `      ${inLine},`,
      '    ]),',
      '  ],',
    ]);
  });

  test.each([
    ["group('/api', {}, load())"],
    ["group('/api', options, [])"],
    ["group('/api', { name: prefix }, [])"],
    ["group('/api', make({}), [])"],
  ])('leaves %s unchanged, because nothing can be added to it safely', (group) => {
    expect(() => add(file(`    ${group},`), '/api')).toThrow(
      'the group "/api" is not a literal in this file',
    );
  });
});

describe('a route to add to a group by calls', () => {
  const add = (text: string, group: string): string =>
    addCall(text, 'config/routes.ts', { print: () => ".get('/about', About, 'about')", group });
  const nested = `export default (app: Application): void => {
  app.get('/about', About, 'about');
  app.group('/api', (api) => {
    api.get('/posts', Posts);
    api.group('/users/{user}', function (users) {
    });
  }, { name: 'api.' });
};
`;

  test.each([
    ['/api', ["    api.get('/about', About, 'about');"]],
    ['/api/users/{user}', ["      users.get('/about', About, 'about');"]],
    ['/api/v2', ["    api.group('/v2', (v2) => {", "      v2.get('/about', About, 'about');", '    });']],
    [
      '/a/posts/{post}',
      ["  app.group('/a/posts/{post}', (posts) => {", "    posts.get('/about', About, 'about');", '  });'],
    ],
    ['/new', ["  app.group('/new', (group) => {", "    group.get('/about', About, 'about');", '  });']],
  ])('%s is added there, and a missing group is created', (group, lines) => {
    const after = add(nested, group);
    expect(insertedLines(nested, after)).toEqual(lines);
    expect(add(after, group)).toBe(after);
  });

  test.each([
    ['/api', 'api.'],
    ['/api/users/{user}', 'api.'],
    ['/api/v2', 'api.'],
    ['/other', ''],
  ])('%s has the name %j before its own', (group, name) => {
    expect(nameInGroups(nested, 'config/routes.ts', group)).toBe(name);
  });

  test('is different from the same route in a group', () => {
    const text = `export default (app) => {\n  app.group('/api', (api) => {\n    api.get('/about', About, 'about');\n  });\n};\n`;
    const after = addCall(text, 'config/routes.ts', { print: () => ".get('/about', About, 'about')" });
    expect(insertedLines(text, after)).toEqual(["  app.get('/about', About, 'about');"]);
  });

  test('creates the group in an empty function, and on one line', () => {
    expect(add('export default (app) => {\n};\n', '/api')).toBe(
      "export default (app) => {\n  app.group('/api', (api) => {\n    api.get('/about', About, 'about');\n  });\n};\n",
    );
    expect(add("export default (app) => { app.get('/', Home); };\n", '/api')).toBe(
      "export default (app) => {\n  app.get('/', Home);\n  app.group('/api', (api) => {\n    api.get('/about', About, 'about');\n  });\n};\n",
    );
  });

  test.each(['', '{}', "{ name: 'api.' }", '{ middleware: Auth }', "{ ...shared, name: 'api.' }"])(
    'is added to a group with the options %j',
    (options) => {
      const text = `export default (app) => {\n  app.group('/api', (api) => {\n    api.get('/x', X);\n  }, ${options});\n};\n`;
      expect(insertedLines(text, add(text, '/api'))).toEqual(["    api.get('/about', About, 'about');"]);
      expect(nameInGroups(text, 'config/routes.ts', '/api')).toBe(options.includes('name') ? 'api.' : '');
    },
  );

  test.each([
    "app.group('/api', routes)",
    "app.group('/api', (api) => api.get('/x', X))",
    "app.group('/api', (api) => {}, options)",
    "app.group('/api', (api) => {}, { name: prefix })",
    "app.group('/api', (api) => {}, { name: `${prefix}.` })",
    "app.group('/api', (api) => {}, { ...shared })",
    "app.group('/api', (api) => {}, { ...shared, middleware: Auth })",
  ])('leaves %s unchanged, because nothing can be added to it safely', (group) => {
    expect(() => add(`export default (app) => {\n  ${group};\n};\n`, '/api')).toThrow(
      'the group "/api" is not a literal in this file',
    );
  });
});
