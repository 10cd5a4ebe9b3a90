// Forms as clients write them, and malformed forms. Every way to read a form returns the same for each, on every runtime: the
// parts, as name, file name, type and content, or the status of the rejection.

const utf8 = (text) => String.fromCharCode(...new TextEncoder().encode(text));

/** A body with one character for each byte, from the headers and the content of its parts. */
const form = (...parts) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const part = (parameters, content = 'x', headers = '') =>
  `Content-Disposition: form-data; ${parameters}\r\n${headers}\r\n${content}`;

const field = (name, text = 'x') => [name, undefined, 'text/plain', text];
const file = (name, filename, text = 'x', type = 'text/plain') => [name, filename, type, text];
/** One part with these parameters, and its expected result. */
const one = (parameters, ...expected) => [parameters, form(part(parameters)), expected];
const named = (filename, clean) => [
  `the file name ${filename}`,
  form(part(`name="f"; filename=${filename}`)),
  [file('f', clean)],
];
const content = (title, text) => [title, form(part('name="f"', text)), [field('f', text)]];
const headed = (title, headers, expected) => [title, form(part('name="f"', 'x', headers)), expected];
const typed = (type, expected = [field('f')], boundary = 'b') => [
  `Content-Type: ${type}`,
  form(part('name="f"')).replaceAll('--b', `--${boundary}`),
  expected,
  type,
];

const MULTIPART = 'multipart/form-data';
const ALL = `'()+_,-./:=? 09azAZ`;
const BLANKS = ' '.repeat(300);

export const FORMS = [
  // Names as clients write them.
  one('name=f', field('f')),
  one('name=file; filename=t.jpg', file('file', 't.jpg')),
  one(`name=file; filename=t.jpg; filename*=utf-8''t.jpg`, file('file', 't.jpg')),
  one(`name=f; filename="=?utf-8?B?w6kuanBn?="; filename*=utf-8''%C3%A9.jpg`, file('f', 'é.jpg')),
  one('name="=?utf-8?B?w6k=?="; filename="=?utf-8?B?w6kuanBn?="', file('é', 'é.jpg')),
  one(String.raw`name="f"; filename="a\"b.jpg"`, file('f', 'a"b.jpg')),
  one('name="f"; filename="a%22b.jpg"', file('f', 'a"b.jpg')),
  one(String.raw`name="a\"b"`, field('a"b')),
  one(String.raw`name="a\\b"`, field(String.raw`a\b`)),
  one(String.raw`name="App\Model"`, field(String.raw`App\Model`)),
  one(String.raw`name="a\"`, field('a\\')),
  one(String.raw`name="a\"; filename="b.txt"`, file('a\\', 'b.txt')),
  one('name="my%22field"', field('my"field')),
  one('name="a%0D%0Ab"', field('a\r\nb')),
  one('name="a%0d%0ab"', field('a\r\nb')),
  one('name="100%25"', field('100%25')),
  one('name="a;b=c"; filename="d;e.txt"', file('a;b=c', 'd;e.txt')),
  one('NAME="f"; FileName="x"', file('f', 'x')),
  one('name="f";filename="x";', file('f', 'x')),
  one('name="f" ;\tfilename="x" ', file('f', 'x')),
  one('filename="x"; name="f"', file('f', 'x')),
  one('name=""', field('')),
  one('name="f"; filename=""', file('f', '')),
  one('name="__proto__"', field('__proto__')),
  one(`name="${utf8('Größe')}"; filename="${utf8('日本.txt')}"`, file('Größe', '日本.txt')),
  one('name="Gr\xf6\xdfe"', field('Größe')),
  one(`name="f"; name*=UTF-8''g`, field('f')),
  [
    '_charset_',
    form(part('name="_charset_"', 'iso-8859-1'), part('name="f"', utf8('é'))),
    [field('_charset_', 'iso-8859-1'), field('f', 'é')],
  ],
  headed('a charset', 'Content-Type: text/plain; charset=utf-8\r\n', [field('f')]),

  // File names have no folders, drive letters and hidden characters.
  named('"../../etc/passwd"', 'passwd'),
  named('"/etc/passwd"', 'passwd'),
  named('"/"', ''),
  named('".."', ''),
  named('". ."', ''),
  named('"..%2F..%2Fetc%2Fpasswd"', 'passwd'),
  named('"..%5Cx"', 'x'),
  named(String.raw`"C:\temp\a.txt"`, 'a.txt'),
  named(String.raw`"C:\\temp\\a.txt"`, 'a.txt'),
  named('"C:a.txt"', 'a.txt'),
  named('"c:D:a.txt"', 'a.txt'),
  named('"C:.."', ''),
  named(String.raw`"..\"/x"`, 'x'),
  named('"a%0D%0ASet-Cookie: b.jpg"', 'aSet-Cookie: b.jpg'),
  named('".%0D./x%0A"', 'x'),
  named('".%0A."', ''),
  named('"a\x01\x7f\tb.txt"', 'ab.txt'),
  named(`"${utf8('invoice\u202egpj.exe')}"`, 'invoicegpj.exe'),
  named(`"${utf8('a\u2066\u200f\u061c\u2028\u0085b')}"`, 'ab'),
  named(`"x"; filename*=UTF-8''..%2F..%2Fy%00`, 'y'),
  named(`"x"; filename*=UTF-8'en'%e2%82%ac.txt`, '€.txt'),
  named(`"x"; filename*=UTF-8''%FF`, 'x'),
  named(`"x"; filename*=iso-8859-1''%E9`, 'x'),
  [`a malformed filename* alone`, form(part(`name="f"; filename*=UTF-8''%FF`)), 400],

  // Contents.
  content('an empty content', ''),
  content('line breaks', '\r\n\r\n'),
  content('LF and CR', '\n\r\r\n\n'),
  content('a line that begins with the delimiter', '1\r\n--bc\r\ny'),
  content('a first line that begins with the delimiter', '--bc'),
  content('a line that begins with the last delimiter', '1\r\n--b--c\r\n--b-\r\n--b --\r\ny'),
  content('a delimiter within a line', '1--b\r\n2 --b--'),
  content('a delimiter behind LF or CR alone', '1\n--b\n2\r--b\r3\n--b--\n4'),
  content('delimiters without a line break behind them', '1\r\n--b\n2\r\n--b\r3\r\n--b \n4'),
  content('what repeats the begin of a delimiter', '\r\n-\r\n--\r\r\n--\r\n\r\n-b'),
  ['UTF-8', form(part('name="f"', utf8('Größe €'))), [field('f', 'Größe €')]],
  [
    'a boundary that repeats itself',
    '--aab\r\nContent-Disposition: form-data; name="f"\r\n\r\n\r\n--aaab\r\n--aaa\r\n--aab--',
    [field('f', '\r\n--aaab\r\n--aaa')],
    `${MULTIPART}; boundary=aab`,
  ],

  // Delimiters.
  ['no parts', '--b--\r\n', []],
  ['no line break at the end', form(part('name="f"')).slice(0, -2), [field('f')]],
  ['LF at the end', `${form(part('name="f"')).slice(0, -2)}\n`, [field('f')]],
  ['a preamble and an epilogue', `one\r\n--bc\r\n${form(part('name="f"'))}two\r\n--b\r\nthree`, [field('f')]],
  ...[
    ['LF behind it', (text) => text.replace('--b\r\n', '--b\n')],
    ['CR behind it', (text) => text.replace('--b\r\n', '--b\r')],
    ['LF before it', (text) => `\n${text}`],
    ['a BOM before it', (text) => `\u{feff}${text}`],
    ['a blank before it', (text) => ` ${text}`],
    ['text before it', (text) => `hello${text}`],
    ['another case', (text) => text.replace('--b\r\n', '--B\r\n')],
    ['another end', (text) => text.replace('--b\r\n', '--bx\r\n')],
    ['no dashes', (text) => text.slice(2)],
  ].flatMap(([fault, change]) => [
    [`a first delimiter with ${fault}`, change(form(part('name="f"'), part('name="g"'))), 400],
    [`the only delimiter with ${fault}`, change(form(part('name="f"'))), 400],
  ]),
  ['a line break before the first delimiter', `\r\n${form(part('name="f"'))}`, [field('f')]],
  [
    'blanks behind delimiters',
    form(part('name="f"'), part('name="g"')).replaceAll('--b\r\n', '--b \t\r\n').replace('--b--', '--b--\t '),
    [field('f'), field('g')],
  ],
  ['too many blanks behind a delimiter', form(part('name="f"')).replace('--b\r', `--b${BLANKS}\r`), 400],
  [
    'a part that ends behind its headers',
    `--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n--b--\r\n`,
    [field('f', '')],
  ],
  [
    'parts that end behind their headers',
    `--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n--b\r\nContent-Disposition: form-data; name="g"\r\n\r\n\r\n--b--`,
    [field('f', ''), field('g', '')],
  ],
  [
    'a part that ends within its headers',
    `--b\r\nContent-Disposition: form-data; name="f"\r\n--b--\r\n`,
    400,
  ],
  ['two delimiters in a row', `--b\r\n${form(part('name="f"'))}`, 400],
  ['LF alone', form(part('name="f"')).replaceAll('\r\n', '\n'), 400],
  ['CR alone', form(part('name="f"')).replaceAll('\r\n', '\r'), 400],
  ['no last delimiter', form(part('name="f"')).slice(0, -9), 400],
  ['half of the last delimiter', form(part('name="f"')).slice(0, -3), 400],
  ['a delimiter in place of the last', form(part('name="f"')).replace('--b--', '--b'), 400],
  ['a last delimiter that goes on', form(part('name="f"')).replace('--b--', '--b--c'), 400],
  ['another boundary', form(part('name="f"')), 400, `${MULTIPART}; boundary=c`],
  ['text', 'hello', 400],
  ['nothing', '', 400],

  // Headers.
  [
    'lower case and no blanks',
    '--b\r\ncontent-disposition:form-data;name="f"\r\n\r\nx\r\n--b--',
    [field('f')],
  ],
  ['upper case', '--b\r\nCONTENT-DISPOSITION: FORM-DATA; NAME="f"\r\n\r\nx\r\n--b--', [field('f')]],
  ['folded headers', form(part('name="f";\r\n filename="a\r\n\tb"')), [file('f', 'ab')]],
  headed('another header', 'X-Any: "\r\nContent-Length: 1\r\nX-Any: 2\r\n', [field('f')]),
  headed('a type', 'Content-Type: Image/PNG; q="1"\r\n', [['f', undefined, 'image/png', 'x']]),
  headed('a type that is none', 'Content-Type: jpeg\r\n', [
    ['f', undefined, 'application/octet-stream', 'x'],
  ]),
  ...['7bit', '8BIT', 'binary'].map((encoding) =>
    headed(encoding, `Content-Transfer-Encoding: ${encoding}\r\n`, [field('f')]),
  ),
  ...['base64', 'quoted-printable', 'x'].map((encoding) =>
    headed(encoding, `Content-Transfer-Encoding: ${encoding}\r\n`, 400),
  ),
  headed('two dispositions', 'Content-Disposition: form-data; name="g"\r\n', 400),
  headed('two types', 'Content-Type: a/b\r\nContent-Type: a/b\r\n', 400),
  headed('a header without a colon', 'X-Any\r\n', 400),
  headed('a header without a name', ': 1\r\n', 400),
  headed('a blank before the colon', 'X-Any : 1\r\n', 400),
  headed('NUL', 'X-Any: \0\r\n', 400),
  headed('LF in a header', 'X-Any: 1\nX: 2\r\n', 400),
  headed('CR in a header', 'X-Any: 1\rX: 2\r\n', 400),
  headed('101 headers', 'X-Any: 1\r\n'.repeat(100), 400),
  headed('100 headers', 'X-Any: 1\r\n'.repeat(99), [field('f')]),
  headed('headers of 17,000 bytes', `X-Any: ${'x'.repeat(17_000)}\r\n`, 413),
  ['no headers', '--b\r\n\r\nx\r\n--b--', 400],
  ['no disposition', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--', 400],
  ['a folded first header', '--b\r\n Content-Disposition: form-data; name="f"\r\n\r\nx\r\n--b--', 400],
  ...[
    'attachment; name="f"',
    'form-data',
    'form-datax; name="f"',
    'form-data, name="f"',
    '"form-data"; name="f"',
  ].map((value) => [
    `Content-Disposition: ${value}`,
    `--b\r\nContent-Disposition: ${value}\r\n\r\nx\r\n--b--`,
    400,
  ]),
  ...[
    'filename="x"',
    'name',
    'name="f',
    'name="f"x',
    'name="f" filename="x"',
    'name=f g',
    'name="f"; name="g"',
    'name="f"; filename="x"; filename="y"',
    'name = "f"',
    `name*=UTF-8''f`,
  ].map((parameters) => [`malformed: ${parameters}`, form(part(parameters)), 400]),
  ['a malformed part behind another', form(part('name="f"'), 'x: y\r\n\r\nz'), 400],

  // The Content-Type of the request.
  typed(`${MULTIPART}; boundary="b"`),
  typed('Multipart/Form-Data ;Boundary=b'),
  typed(`${MULTIPART}; charset=utf-8; boundary=b; x="y;boundary=c"`),
  typed(`${MULTIPART}; boundary=b \t`),
  typed(`${MULTIPART}; boundary=b;`),
  typed(`${MULTIPART};;boundary=b`),
  typed(`${MULTIPART}; boundary="${ALL}"`, [field('f')], ALL),
  typed(`${MULTIPART}; boundary=----=_Part_1_2.3`, [field('f')], '----=_Part_1_2.3'),
  typed(`${MULTIPART}; boundary=${'x'.repeat(70)}`, [field('f')], 'x'.repeat(70)),
  typed(`${MULTIPART}; boundary=${'x'.repeat(71)}`, 400, 'x'.repeat(71)),
  typed(`${MULTIPART}; boundary="b "`, 400, 'b '),
  typed(`${MULTIPART}; boundary=""`, 400, ''),
  typed(`${MULTIPART}; boundary=`, 400, ''),
  typed(MULTIPART, 400),
  typed(`${MULTIPART}; boundary=b; boundary=c`, 400),
  typed(`${MULTIPART}; xboundary=b`, 400),
];

export const TYPE = `${MULTIPART}; boundary=b`;

/** @param text one character for each byte */
export const bytesOf = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0));
