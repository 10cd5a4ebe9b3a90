import { PassThrough } from 'node:stream';
import type { Prompting } from '#command-line/answers';
import type { Answers } from '#command-line/flag';
import type { Context } from '../src/flags.ts';
import { completeChoices, type ProjectChoices } from '../src/options.ts';
import type { ProjectFolder } from '../src/project-folder.ts';

/** A usable folder, inside a repository or not. */
export async function anyFolder(directory: string, repository?: string): Promise<ProjectFolder> {
  return {
    directory,
    path: `/home/me/${directory}`,
    title: directory,
    packageName: { name: directory, note: undefined },
    exists: false,
    inTheWay: [],
    missingParents: [],
    repository,
    workspace: undefined,
  };
}

/** A terminal whose prompts are read, and answered key by key. */
export class Sitting {
  readonly input: PassThrough = new PassThrough();
  readonly output: PassThrough = new PassThrough();
  #shown = '';

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => (this.#shown += text));
  }

  /** Resolves when `text` is on the screen. */
  async sees(text: string): Promise<this> {
    while (!this.#shown.includes(text)) await new Promise((resolve) => this.output.once('data', resolve));
    return this;
  }

  types(keys: string): this {
    this.#shown = '';
    this.input.write(keys);
    return this;
  }
}

/** Starts to prompt for missing choices. */
export function begin(
  given: Answers,
  { signal = new AbortController().signal, yes = false, ...context }: Partial<Context & Prompting> = {},
): { sitting: Sitting; answers: Promise<ProjectChoices> } {
  const sitting = new Sitting();
  const all = {
    resolveFolder: anyFolder,
    packageManager: 'npm',
    terminal: sitting,
    ...context,
  } as const;
  return { sitting, answers: completeChoices(given, all, { terminal: all.terminal, yes, signal }) };
}
