import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { type Project, type ProjectOptions, projectOf } from '../../../packages/cli/test/commands/project.ts';
import { Recording } from '../../../packages/cli/test/commands/recording.ts';
import { type Inspect, ProjectInspection } from '../../../packages/cli/src/project/inspection.ts';
import type { Ended } from '../call-fw.ts';
import { fw } from '../../support/commands.ts';
import { createProjects } from '../created-projects.ts';

const create: ProjectOptions['create'] = (folder) =>
  createProjects(folder, { 'my site': ['--variant', 'b'] });

/** A project with its packages, which is inspected in a process. */
export function installedProject(): Project {
  return projectOf({ create });
}

/**
 * A project with its packages, which is inspected in a process.
 *
 * @param name of the recording that must be what is found, and that `FW_RECORD=1` writes
 */
export function recordingProject(name: string): Project {
  const recording = new Recording(name);
  const inProcess: Inspect = (project, signal) => new ProjectInspection(project, signal);
  return projectOf({ create, recording, inspect: (folder) => recording.recorded(folder, inProcess) });
}

/** Runs `fw` as a separate program, for behavior that only a program shows. */
export async function runProgram(
  { cwd }: Project,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const {
    exitCode = -1,
    stdout,
    stderr,
  } = await execa(process.execPath, [fw, ...args], { cwd, env, reject: false, stdin: 'ignore' });
  return { exitCode, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
}
