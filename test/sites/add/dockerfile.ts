import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, join, sep } from 'node:path';
import { execa } from 'execa';

/** The command of an image, in the folder of its files. */
export interface Image {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly command: readonly string[];
  readonly health: readonly string[];
  readonly user: string;
}

type Changing<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * Carries out the instructions of a Dockerfile on this machine: each stage is a folder of its own, in which the root of the image
 * begins. Base images are ignored, so that `npm` and `node` are those of this machine.
 *
 * @param context the folder of the Dockerfile
 * @param folder an empty one, for the stages
 */
export async function carryOut(
  context: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Image> {
  const text = await readFile(join(context, 'Dockerfile'), 'utf8');
  const ignored = await readFile(join(context, '.dockerignore'), 'utf8');
  const bin = await withoutOwners(folder);
  const stages = new Map<string, string>();
  let root = '';
  const image: Changing<Image> = { cwd: '', env: {}, command: [], health: [], user: 'root' };
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [instruction = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    if (instruction === 'FROM') {
      root = join(folder, words[2] ?? `stage-${stages.size}`);
      stages.set(words[2] ?? '', root);
      image.cwd = root;
      image.env = {};
      await mkdir(root);
    } else if (instruction === 'WORKDIR') {
      image.cwd = join(root, rest);
      await mkdir(image.cwd, { recursive: true });
    } else if (instruction === 'ENV') {
      const [name = '', value = ''] = rest.split('=');
      image.env[name] = value;
    } else if (instruction === 'COPY') {
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      const paths = words.filter((word) => !word.startsWith('--'));
      const target = join(image.cwd, paths.pop() ?? '');
      if (from !== undefined) {
        for (const path of paths) {
          const source = join(stages.get(from) ?? '', path);
          await cp(source, target.endsWith(sep) ? join(target, basename(source)) : target, {
            recursive: true,
            verbatimSymlinks: true,
          });
        }
      } else await copyContext(context, paths, target, ignored);
    } else if (instruction === 'RUN') {
      const variables = { ...env, ...image.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
      await execa('sh', ['-c', rest.replace(/^--mount=\S+ /, '')], { cwd: image.cwd, env: variables });
    } else if (instruction === 'USER') image.user = rest;
    else if (instruction === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
    else if (instruction === 'CMD') image.command = JSON.parse(rest);
    else if (instruction !== 'EXPOSE') throw new Error(`${instruction} is not known here.`);
  }
  return image;
}

async function copyContext(
  context: string,
  paths: readonly string[],
  target: string,
  ignored: string,
): Promise<void> {
  const patterns = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  // The last matching pattern takes precedence.
  const isIgnored = (path: string): boolean =>
    patterns
      .findLast((pattern) => new RegExp(`^${asExpression(pattern.replace(/^!/, ''))}(/|$)`).test(path))
      ?.startsWith('!') === false;
  const names = paths.includes('.') ? await readdir(context) : paths;
  for (const name of names.filter((name) => !isIgnored(name))) {
    await cp(join(context, name), join(target, name), {
      recursive: true,
      filter: (source) => !isIgnored(source.slice(context.length + 1).replaceAll(sep, '/')),
    });
  }
}

function asExpression(pattern: string): string {
  return pattern.replaceAll('.', '\\.').replaceAll(/(\*\*\/)|\*/g, (_, any) => (any ? '(.*/)?' : '[^/]*'));
}

/** The user doesn't exist here, and only root can run `chown`. */
async function withoutOwners(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'chown'), '#!/bin/sh\n');
  await chmod(join(bin, 'chown'), 0o755);
  return bin;
}
