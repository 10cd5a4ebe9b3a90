// The published ways past a guard, from 2024 to November 2026, each with its cause and the cases that repeat it.
//
//   fixed   the first version without it, where the advisory names one; `since` the first version with it
//   cases   names of CASES
//   reason  why an application of Fw can't repeat it, where there is no case

const middie = [
  [
    'CVE-2026-22031',
    '9.1.0',
    'The guard compared the raw path, and the router the decoded one.',
    ['encoded-letter'],
  ],
  [
    'CVE-2026-2880',
    '9.2.0',
    'Options of the router ignore repeated slashes, `;…` and trailing slashes; the guard did not.',
    ['duplicate-slashes', 'semicolon', 'trailing-slash-ignored'],
  ],
  [
    'CVE-2026-33804',
    '9.3.2',
    'The guard did not read the older spelling of these options.',
    ['duplicate-slashes'],
  ],
  ['CVE-2026-6270', '9.3.2', 'A child plugin did not inherit the guard of its parent.', ['inherited-guard']],
  [
    'CVE-2026-14198',
    '9.3.3',
    'The guard decoded `%2F` in a parameter, and the router did not.',
    ['encoded-slash-in-parameter', 'encoded-slash'],
  ],
  [
    'CVE-2026-85184',
    '9.3.4',
    'The guard compared a target in absolute form as if it were a path.',
    ['absolute-form'],
  ],
  [
    'CVE-2026-112712',
    '9.3.6',
    'The prefix of a plugin and the path of the guard were joined in another way than the path of the route.',
    ['joined-prefix', 'array-of-prefixes'],
  ],
  [
    'CVE-2026-133250',
    '9.3.8',
    'The guard did not match empty parameters, targets without a leading slash, and percent signs in its path.',
    ['empty-parameter', 'empty-wildcard', 'no-leading-slash', 'percent-in-prefix'],
  ],
];

const fastifyExpress = [
  [
    'CVE-2026-22037',
    '4.0.3',
    'The guard compared the raw path, and the router the decoded one.',
    ['encoded-letter'],
  ],
  ['CVE-2026-33807', '4.0.5', 'A child plugin got the prefix of the guard twice.', ['inherited-guard']],
  [
    'CVE-2026-33808',
    '4.0.5',
    'Options of the router ignore repeated slashes and `;…`; the guard did not.',
    ['duplicate-slashes', 'semicolon'],
  ],
  [
    'CVE-2026-6556',
    '4.0.7',
    'Arrays and regular expressions did not get the prefix of their plugin.',
    ['array-of-prefixes'],
  ],
  [
    'CVE-2026-112362',
    '4.0.9',
    'Repeated slashes were removed from a target in absolute form, so the guard saw no path.',
    ['absolute-form-lenient'],
    '4.0.5',
  ],
  [
    'CVE-2026-124626',
    '4.0.10',
    'The guard required a value where the router accepts an empty parameter.',
    ['empty-parameter', 'empty-wildcard'],
    '4.0.5',
  ],
  [
    'CVE-2026-129504',
    '4.0.10',
    'The prefix of a plugin and the path of the guard were joined as strings.',
    ['joined-prefix'],
  ],
  [
    'CVE-2026-133120',
    '4.0.10',
    'Decoding turned `\\` into `/`, and escaped percent signs were decoded twice; targets may begin with `*`.',
    ['backslash', 'double-escape', 'no-leading-slash'],
  ],
  [
    'CVE-2026-135279',
    '4.0.14',
    'The fix for empty parameters did not cover routers and apps of Express.',
    ['empty-parameter', 'parameter-in-prefix'],
  ],
];

const fastify = [
  [
    'CVE-2026-76169',
    '5.12.2',
    'A malformed path reached the not-found handler of another plugin without its hook.',
    ['fallback-of-a-mount'],
    '4.0.0',
  ],
];

const fastifyStatic = [
  [
    'CVE-2026-6414',
    '9.1.1',
    'The file system decoded `%2F`, and the router did not.',
    ['files-encoded-slash'],
  ],
  [
    'CVE-2026-15074',
    '10.1.1',
    'Dot segments were resolved for the file, and not for the router.',
    ['files-dot-segments'],
  ],
  [
    'GHSA-8pvw-jcv7-9cmj',
    '10.1.2',
    'The check of allowed paths ran before slashes and dots were normalized.',
    ['files-slashes', 'files-dot-segments'],
  ],
  [
    'CVE-2026-90982',
    '10.1.4',
    'The file system ignored letter case, and the router did not.',
    ['files-case'],
  ],
];

const fastifyProxy = [
  ['CVE-2026-16117', '11.6.0', 'A prefix with an escaped letter was routed, but not rewritten.', ['proxy']],
  [
    'CVE-2026-15631',
    '11.6.0',
    'Dot segments in the path of a WebSocket left the prefix.',
    undefined,
    undefined,
    'The `proxy` middleware of Fw forwards no WebSockets.',
  ],
  ['CVE-2026-85124', '11.6.2', 'Dot segments with a backslash left the prefix.', ['proxy']],
  [
    'CVE-2026-120213',
    '11.6.6',
    'Decoded parameters were put into the path of the upstream.',
    undefined,
    undefined,
    'Prefixes of Fw have no parameters, and `proxy` puts none into a path.',
  ],
];

const nestOnFastify = [
  [
    'CVE-2025-69211',
    '11.1.11',
    'The guard compared the raw path, and the router the decoded one.',
    ['encoded-letter'],
  ],
  [
    'CVE-2026-2293',
    '11.1.14',
    'Options of the router ignore repeated slashes, `;…` and trailing slashes; the guard did not.',
    ['duplicate-slashes', 'semicolon', 'trailing-slash-ignored'],
  ],
  [
    'CVE-2026-33011',
    undefined,
    'A guard for GET did not run for HEAD, which Fastify sends to the same route.',
    ['head'],
  ],
  ['CVE-2026-54281', '11.1.24', 'A trailing slash skipped the guard of a route.', ['trailing-slash']],
  [
    'GHSA-9c5c-9qcx-q35q',
    '11.2.4',
    'A copy of @fastify/middie lacked later fixes.',
    ['duplicate-slashes', 'encoded-slash-in-parameter', 'inherited-guard'],
  ],
];

const nuxt = [
  ['CVE-2026-53721', undefined, 'Pages ignore letter case; route rules did not.', ['case']],
  ['GHSA-hxvh-4h3w-prp9', '4.5.1', 'Route rules with capital letters never matched.', ['case-of-prefix']],
  [
    'GHSA-vjh5-4x84-xrqp',
    undefined,
    'Pages ignore letter case; route rules of the server did not.',
    ['case'],
  ],
  [
    'CVE-2026-114131',
    undefined,
    'Route rules compared the raw path, and pages got decoded parameters.',
    ['encoded-letter', 'decoded-parameter'],
  ],
  ['CVE-2026-119200', '4.6.3', 'Pages resolve dot segments; guards of the server did not.', ['dot-segments']],
  [
    'GHSA-r99w-jh2x-3mg9',
    undefined,
    'Pages read `//x/admin` as host and path; guards of the server did not.',
    ['slashes-as-host'],
  ],
  ['CVE-2026-128071', '4.6.4', 'A catch-all page decoded `%2F`; route rules did not.', ['decoded-parameter']],
  [
    'CVE-2026-120309',
    '4.6.2',
    'Two ways to read a parameter had different values if the path contains `%3F`.',
    ['query-as-parameter'],
    '4.6.0',
  ],
  [
    'CVE-2026-46342',
    undefined,
    'Islands were rendered without the middleware of their page.',
    undefined,
    undefined,
    'Fw has no islands: each URL is a route with its own middleware.',
  ],
];

const h3 = [
  [
    'CVE-2026-33131',
    '2.0.1-rc.15',
    'The URL that guards see was built from the Host header.',
    ['host-header'],
  ],
  [
    'CVE-2026-33490',
    '2.0.2-rc.17',
    'A mounted app got paths that only begin with its prefix.',
    ['segment-boundary'],
  ],
];

const hono = [
  [
    'GHSA-wmmm-f939-6g9c',
    '4.12.12',
    'Files were found in spite of repeated slashes; guards did not match.',
    ['files-slashes'],
  ],
  [
    'GHSA-5r4p-p66f-jhc7',
    '4.13.11',
    'The path of a file was decoded a second time.',
    ['files-double-decoding'],
  ],
  [
    'CVE-2026-126357',
    '4.13.16',
    'The path behind the prefix of a mounted app was normalized again, and cut by the length of its pattern.',
    ['path-behind-prefix'],
  ],
  [
    'GHSA-h7mg-cq63-vhpq',
    '4.13.16',
    'An escaped line terminator ended the match of a wildcard guard.',
    ['line-terminator'],
  ],
  [
    'GHSA-74fm-fwc7-3fwp',
    '4.13.18',
    'An option for names with `%` allowed the second decoding again.',
    ['files-double-decoding'],
  ],
  ['CVE-2026-22817', '4.11.4', 'The token chose the algorithm by which it is verified.', ['token-algorithm']],
  [
    'CVE-2026-22818',
    '4.11.4',
    'The token chose the algorithm, if the key of a set names none.',
    ['token-algorithm-of-key-set'],
  ],
  [
    'CVE-2026-24398',
    '4.11.7',
    'IPv4 addresses with numbers above 255 passed `ipRestriction()`.',
    undefined,
    undefined,
    'Fw has no middleware for allowed IP addresses.',
  ],
  [
    'GHSA-xpcf-pg52-r92g',
    '4.12.12',
    'IPv4 addresses in IPv6 notation passed `ipRestriction()`.',
    undefined,
    undefined,
    'Fw has no middleware for allowed IP addresses.',
  ],
  [
    'CVE-2025-59139',
    '4.9.7',
    'The limit of a body read Content-Length though the body was chunked.',
    undefined,
    undefined,
    'It is a limit, without a protected text: `test/runtimes/hostile-requests.test.ts` tests the limit of Fw.',
  ],
  [
    'CVE-2026-44456',
    undefined,
    'Chunked bodies passed the limit.',
    undefined,
    undefined,
    'It is a limit, without a protected text: `test/runtimes/hostile-requests.test.ts` tests the limit of Fw.',
  ],
];

const honoNode = [
  [
    'CVE-2026-29087',
    '1.19.10',
    'The path of a file was decoded in another way than for routing.',
    ['files-encoded-slash'],
  ],
  [
    'GHSA-92pp-h63x-v22m',
    '1.19.13',
    'Files were found in spite of repeated slashes; guards did not match.',
    ['files-slashes'],
  ],
  [
    'GHSA-rmxm-3fg6-px4f',
    '2.1.3',
    'The path of a file was decoded a second time.',
    ['files-double-decoding'],
  ],
  [
    'GHSA-fj57-4f93-cfw6',
    '2.1.7',
    'An option for names with `%` allowed the second decoding again.',
    ['files-double-decoding'],
  ],
];

const astro = [
  [
    'CVE-2025-64525',
    '5.15.5',
    'Forwarded headers became a part of the URL that guards see.',
    ['forwarded-headers'],
    '2.16.0',
  ],
  [
    'CVE-2025-64765',
    '5.15.8',
    'The guard compared the raw path, and the router the decoded one.',
    ['encoded-letter'],
  ],
  ['CVE-2025-66202', '5.15.8', 'The fix did not cover paths that are escaped twice.', ['double-escape']],
  [
    'CVE-2026-59731',
    '6.4.8',
    'Decoding ended at a limit, behind which the path was still escaped.',
    ['double-escape'],
  ],
  ['CVE-2026-33768', undefined, 'A header and a query replaced the path.', ['path-headers']],
];

const next = [
  [
    'CVE-2024-51479',
    '14.2.15',
    'Authorization by path in middleware could be skipped.',
    undefined,
    undefined,
    'No text that we found describes the requests.',
  ],
  ['CVE-2025-29927', '15.2.3', 'An internal header said that the guard had run.', ['path-headers']],
  ['CVE-2026-44573', undefined, 'Data routes without a locale skipped the guard.', ['transport-variants']],
  [
    'CVE-2026-44574',
    '16.2.5',
    'The query replaced parameters that the guard had seen in the path.',
    ['query-as-parameter'],
  ],
  [
    'CVE-2026-44575',
    '16.2.5',
    'The guard did not match the URLs of prefetched segments.',
    ['transport-variants'],
  ],
  ['CVE-2026-45109', '16.2.6', 'The fix of CVE-2026-44575 was incomplete.', ['transport-variants']],
  [
    'CVE-2026-64642',
    '16.2.11',
    'Middleware could be skipped in apps that are built with Turbopack and have one locale.',
    undefined,
    undefined,
    'The advisory does not describe the requests. Fw has neither a bundler nor locales in its router.',
  ],
];

const koaRouter = [
  [
    'CVE-2026-9495',
    '15.0.0',
    'The guard of a router was dropped if its prefix has parameters.',
    ['parameter-in-prefix'],
    '14.0.0',
  ],
];

const betterAuth = [
  [
    'CVE-2025-71399',
    '1.4.5',
    'The router ignored repeated slashes; the list of disabled paths did not.',
    ['duplicate-slashes'],
  ],
];

const PACKAGES = {
  '@fastify/middie': middie,
  '@fastify/express': fastifyExpress,
  fastify,
  '@fastify/static': fastifyStatic,
  '@fastify/http-proxy': fastifyProxy,
  '@nestjs/platform-fastify': nestOnFastify,
  h3,
  nuxt,
  hono,
  '@hono/node-server': honoNode,
  astro,
  next,
  '@koa/router': koaRouter,
  'better-auth': betterAuth,
};

/** @type {{ package: string, id: string, fixed?: string, cause: string, cases: string[], since?: string, reason?: string }[]} */
export const ADVISORIES = Object.entries(PACKAGES).flatMap(([name, list]) =>
  list.map(([id, fixed, cause, cases = [], since, reason]) => ({
    package: name,
    id,
    fixed,
    cause,
    cases,
    since,
    reason,
  })),
);

/** Whether an advisory says that an installed version of the package can be passed by this case. */
export function isPublished(tried, versions) {
  return ADVISORIES.some(
    ({ package: name, fixed, since = '0', cases }) =>
      cases.includes(tried) &&
      Object.hasOwn(versions, name) &&
      fixed !== undefined &&
      isBefore(versions[name], fixed) &&
      !isBefore(versions[name], since),
  );
}

function isBefore(version, other) {
  const [one, two] = [version, other].map((text) => text.split(/[.-]/, 3).map(Number));
  const at = one.findIndex((part, index) => part !== (two[index] ?? 0));
  return at !== -1 && one[at] < (two[at] ?? 0);
}
