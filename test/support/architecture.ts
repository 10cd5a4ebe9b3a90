import { readFileSync } from 'node:fs';

/** A folder or a file of a package's source that imports only itself and the folders before it. */
export interface SourceFolder {
  readonly folder: string;
  /** The place in the order. Folders of the same place don't import each other. */
  readonly place: number;
  /** The subfolders that are part of it. */
  readonly subfolders: readonly string[];
}

/** The folders that a table of ARCHITECTURE.md lists, in its order. */
export function sourceFolders(heading: string = '## Source folders'): readonly SourceFolder[] {
  return rowsOf(architecture(), heading).flatMap(([folders = '', contents = ''], place) =>
    codeIn(folders).map((folder) => ({
      folder,
      place,
      subfolders: codeIn(contents)
        .filter((text) => /^[a-z][\w/-]*\/$/.test(text))
        .map((text) => `${folder}/${text.slice(0, -1)}`),
    })),
  );
}

export function architecture(): string {
  return readFileSync('ARCHITECTURE.md', 'utf8');
}

/** The cells of the table behind a heading or another line, without the table's head. */
export function rowsOf(page: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  const lines = table.trimEnd().split('\n').slice(2);
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The parts of a string in backticks, and the words of its code blocks. */
export function codeIn(text: string): string[] {
  const blocks = Array.from(text.matchAll(/^```\w*\n(.*?)^```/gms), ([, block = '']) => block);
  const rest = text.replace(/^```.*?^```/gms, '');
  const inText = Array.from(rest.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
  return [...inText, ...blocks.flatMap((block) => block.split(/\s+/))];
}
