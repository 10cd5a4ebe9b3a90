import { fileTree } from './file-tree.ts';
import { nextCommands, type NextSteps } from './next-steps.ts';
import type { Paint } from '#command-line/output';
import type { Plan } from './plan.ts';

const SITE_URL = 'http://localhost:8080/';

/** The completed parts of a plan. */
export interface Done {
  readonly written: boolean;
  readonly installed: boolean;
  /** Whether a repository was created, with a first commit. */
  readonly repository: boolean;
}

/** The text printed once the project is in place. */
export function createdText({ choices, files, notes }: Plan, paint: Paint): string {
  const title = paint('bold', choices.folder.title);
  return lines(`Created ${title}, ${kindOf(choices)}: ${files.size} files.`, ...notes);
}

/** The output of `--dry-run`. */
export function planText({ choices, files, notes, replay }: Plan, paint: Paint): string {
  const title = paint('bold', choices.folder.title);
  return lines(
    `Would create ${title}, ${kindOf(choices)}: ${files.size} files.`,
    ...notes,
    '',
    fileTree(choices.folder.directory, [...files.keys()]),
    '',
    'Nothing was written. To create it:',
    '',
    `  ${paint('cyan', replay)}`,
  );
}

/** The next commands, and the command that creates the same project again. */
export function nextText({ replay }: Plan, steps: NextSteps, paint: Paint): string {
  const commands = nextCommands(steps).map((command) => `  ${paint('cyan', command)}`);
  return lines(
    '',
    'Next:',
    '',
    ...commands,
    '',
    `then open ${paint('cyan', SITE_URL)}`,
    '',
    'To create the same project again:',
    '',
    `  ${replay}`,
  );
}

/** The output of `--json` for a project. */
export function describeProject(
  { choices, files, notes, replay }: Plan,
  steps: NextSteps,
  done: Done,
): object {
  const { folder, ...rest } = choices;
  return {
    plan: { folder: folder.path, name: folder.packageName.name, ...rest, removed: folder.inTheWay },
    files: [...files.keys()],
    notes,
    ...done,
    next: nextCommands(steps),
    url: SITE_URL,
    replay,
  };
}

function kindOf({ variant, form, router, target }: Plan['choices']): string {
  const place = target === 'node' ? '' : `, for ${target}`;
  return `a project with variant ${variant.toUpperCase()}, layout ${form}, router ${router}${place}`;
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}
