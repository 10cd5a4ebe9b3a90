import { CommandError } from '#command-line/errors';

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
  readonly snippets: readonly Snippet[];

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
    );
    this.files = files;
    this.snippets = snippets;
  }

  override toJSON(): object {
    return { ...super.toJSON(), files: this.files, snippets: this.snippets };
  }
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
