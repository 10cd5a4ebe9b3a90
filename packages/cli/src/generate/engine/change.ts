import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, UsageError } from '#command-line/errors';
import { whyNotPortable } from '#command-line/portable-name';
import { addImport, type Import } from '../../edit/imports.ts';
import { NotUnderstoodError, parseJson, parseModule, TakenError } from '../../edit/syntax.ts';
import { styleOf, type TextStyle } from '../../edit/text-style.ts';
import type { FileWrite } from '../../project/files.ts';
import { rejectLinkedFolders } from './write-changes.ts';

/** Changes to the files of a project that have not been written yet. */
export class Change {
  readonly #root: string;
  readonly #files = new Map<string, { before: string | undefined; after: string }>();
  readonly #conflicting: string[] = [];
  readonly #snippets: Snippet[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  /** The text of a file after the change; undefined without a file. */
  read(path: string): string | undefined {
    const changed = this.#files.get(path);
    if (changed !== undefined) return changed.after;
    const file = join(this.#root, path);
    return existsSync(file) ? readText(file, path) : undefined;
  }

  /**
   * Creates a file. An existing file with other content is kept, and `finish` rejects the change if it edits other
   * files.
   */
  create(path: string, text: string): void {
    const existing = this.read(path);
    if (existing === undefined) this.#set(path, text);
    // A checkout may have changed the line ends.
    else if (withLineEnds(existing, '\n') !== text) this.#conflicting.push(path);
  }

  /**
   * Edits a file with the function `edit`.
   *
   * @param blank the initial text of a missing file
   * @param snippet the text to paste by hand when the file isn't understood
   * @param imports added to a file that `edit` changes
   */
  edit(
    path: string,
    blank: string,
    edit: (text: string) => string,
    snippet: string,
    imports: readonly Import[] = [],
  ): void {
    const text = this.read(path) ?? blank;
    try {
      const changed = edit(text);
      const added = changed === text ? [] : imports;
      const edited = added.reduce((result, item) => addImport(result, path, item), changed);
      if (edited === this.read(path)) return;
      this.#snippets.push({ file: path, snippet });
      this.#set(path, edited);
    } catch (error) {
      if (error instanceof TakenError) throw new CommandError(error.message);
      if (!(error instanceof NotUnderstoodError)) throw error;
      this.#snippets.push({ file: path, reason: error.reason, snippet });
    }
  }

  /**
   * The files to write; empty when there is nothing to change.
   *
   * @throws SnippetError when a file could not be edited
   * @throws UsageError when Windows can't have a file or folder with the name of a new one
   * @throws CommandError when a file to create exists with other content, when a created file doesn't parse, or when
   *   a file is in a linked folder
   */
  finish(): FileWrite[] {
    if (this.#snippets.some(({ reason }) => reason !== undefined)) throw this.#notUnderstood();
    const [kept] = this.#conflicting;
    if (kept !== undefined && this.#snippets.length > 0) {
      throw new CommandError(
        `${kept} exists already, with another content: choose another name, or remove it.`,
      );
    }
    const eol = this.#lineEnd();
    const changes = [...this.#files].map(([path, { before, after }]) => ({
      path,
      before,
      after: before === undefined ? withLineEnds(after, eol) : after,
    }));
    for (const { path, before, after } of changes) {
      if (before === undefined) this.#checkName(path);
      checkSyntax(path, after);
    }
    rejectLinkedFolders(this.#root, changes);
    return changes;
  }

  /** The line ends of new files: those of an edited file, otherwise those of the project's package.json. */
  #lineEnd(): TextStyle['eol'] {
    const texts = [...this.#files.values()].map(({ before }) => before);
    const text = [...texts, this.read('package.json')].find((text) => text?.includes('\n')) ?? '';
    return styleOf(text, '').eol;
  }

  /** Checks the folders to create and the file; existing folders are left alone. */
  #checkName(path: string): void {
    const names = path.split('/');
    for (const [index, name] of names.entries()) {
      const reason = whyNotPortable(name);
      if (reason === undefined || existsSync(join(this.#root, ...names.slice(0, index + 1)))) continue;
      throw new UsageError(`${path} was not created: "${name}" ${reason}. Choose another name.`);
    }
  }

  #notUnderstood(): SnippetError {
    const created = [...this.#files].filter(([, { before }]) => before === undefined);
    return new SnippetError(
      created.map(([path, { after }]) => ({ path, content: after })),
      this.#snippets.filter(({ file }) => !created.some(([path]) => path === file)),
    );
  }

  #set(path: string, after: string): void {
    const { before } = this.#files.get(path) ?? { before: this.read(path) };
    this.#files.set(path, { before, after });
  }
}

/** @throws CommandError when it isn't UTF-8, and so couldn't be restored byte for byte */
function readText(file: string, path: string): string {
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  throw new CommandError(`${path} is not UTF-8: save it as UTF-8 first.`);
}

function checkSyntax(path: string, text: string): void {
  if (path.endsWith('.json')) parseJson(text, path);
  else if (/\.(ts|js|mjs)(\.example)?$/.test(path)) parseModule(text, path);
}

function withLineEnds(text: string, eol: TextStyle['eol']): string {
  return text.replaceAll(/\r?\n/g, eol);
}

/** Text to add to an existing file by hand. */
export interface Snippet {
  /** Relative to the project, with "/". */
  readonly file: string;
  readonly snippet: string;
  /** The reason why the file wasn't understood; undefined for a file that could be edited. */
  readonly reason?: string;
}

/** A file could not be edited, so nothing was written; contains the steps to do by hand. */
export class SnippetError extends CommandError {
  /** The files that would have been created. */
  readonly files: readonly { readonly path: string; readonly content: string }[];

  /** @param problem the reason for all files; the reasons of the snippets when absent */
  constructor(files: SnippetError['files'], snippets: readonly Snippet[], problem?: string) {
    const failed = snippets.filter(({ reason }) => reason !== undefined);
    super(
      [
        ...(problem === undefined ? [] : [problem]),
        ...failed.map(({ file, reason }) => `${file} was not understood: ${reason}.`),
        'Nothing was written. To do it by hand:\n',
        ...files.map(({ path, content }) => `Create ${path}:\n\n${indented(content.trimEnd())}\n`),
        ...snippets.map(({ file, snippet }) => `Add this to ${file}:\n\n${indented(snippet)}\n`),
        ...(problem === undefined && failed.every(({ file }) => file.startsWith('config/autoload/'))
          ? ['Or pass a --feature without a configuration file yet: fw creates the file and edits none.']
          : []),
      ].join('\n'),
      { details: { files, snippets } },
    );
    this.files = files;
  }
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
