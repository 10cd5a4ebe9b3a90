import { fileTree } from './file-tree.ts';
import { nextCommands, type NextSteps } from './next-steps.ts';
import type { Paint } from './command-line/output.ts';
import type { Plan } from './plan.ts';

const SITE_URL = 'http://localhost:8080/';

/** What of a plan has been done. */
export interface Done {
  readonly written: boolean;
  readonly installed: boolean;
  /** A repository of its own was made, with a first commit. */
  readonly repository: boolean;
}

/** What is told once the site is in place. */
export function madeText({ choices, files, notes }: Plan, paint: Paint): string {
  const title = paint('bold', choices.folder.title);
  return lines(`Made ${title}, ${kindOf(choices)}: ${files.size} files.`, ...notes);
}

/** What `--dry-run` shows. */
export function planText({ choices, files, notes, replay }: Plan, paint: Paint): string {
  const title = paint('bold', choices.folder.title);
  return lines(
    `Would make ${title}, ${kindOf(choices)}: ${files.size} files.`,
    ...notes,
    '',
    fileTree(choices.folder.directory, [...files.keys()]),
    '',
    'Nothing was written. To write it:',
    '',
    `  ${paint('cyan', replay)}`,
  );
}

/** What to type next, and how to make the same site again. */
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
    'The same site once more:',
    '',
    `  ${replay}`,
  );
}

/** What `--json` prints of a site. */
export function describeSite({ choices, files, notes, replay }: Plan, steps: NextSteps, done: Done): object {
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
  return `a site of variant ${variant.toUpperCase()}, form ${form}, router ${router}${place}`;
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}
