import { readIn } from './files.ts';

interface TokenFile {
  /** A line with a secret: the name of the setting, and its value. */
  readonly line: RegExp;
  /** The setting with an environment variable. */
  readonly instead: string;
}

/** The files of package managers, which a project commits for its registry. */
const FILES: Readonly<Record<string, TokenFile>> = {
  '.npmrc': {
    line: /^\s*(?:\/\/[^=\s]*:)?(_authToken|_password|_auth)\s*=\s*(.*)$/,
    instead: '_authToken=${NPM_TOKEN}',
  },
  '.yarnrc.yml': {
    line: /^\s*["']?(npmAuthToken|npmAuthIdent)["']?\s*:\s*(.*)$/,
    instead: 'npmAuthToken: ${NPM_TOKEN}',
  },
  'bunfig.toml': {
    line: /^[^#]*?\b(token|password)\s*=\s*("[^"]*"|'[^']*')/,
    instead: 'token = "$NPM_TOKEN"',
  },
};
/** The name of an environment variable, as these files spell it, perhaps with a default. */
const VARIABLE = /^(["']?)\$(?:\{[A-Za-z_]\w*(?:\?|:?-)?\}|[A-Za-z_]\w*)\1$/;
const EMPTY = new Set(['', '""', "''"]);
const PASSWORD_IN_URL = /^\s*[^\s#;].*?:\/\/[^\s/:@]*:([^\s/@]+)@/;

/** A sentence for each secret in these files; the secret itself isn't part of it. */
export function literalTokens(root: string): string[] {
  return Object.entries(FILES).flatMap(([path, { line, instead }]) =>
    (readIn(root, path) ?? '').split(/\r?\n/).flatMap((text, index) => {
      const [, password] = PASSWORD_IN_URL.exec(text) ?? [];
      const [, name, value = ''] =
        password === undefined ? (line.exec(text) ?? []) : ['', 'password in a URL', password];
      if (name === undefined || EMPTY.has(value.trim()) || VARIABLE.test(value.trim())) return [];
      return [
        `${path}:${index + 1} contains a literal ${name}, which a commit of the file publishes. ` +
          `Read it from an environment variable, as in ${instead}.`,
      ];
    }),
  );
}
