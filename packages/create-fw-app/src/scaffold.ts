import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { Target } from './target.ts';
import { layTemplates } from './template-set.ts';
import type { TemplateValues } from './template-set.ts';

/**
 * Lays a site down: all of it, or nothing.
 *
 * The files are first written to a folder of their own and only then moved into place. When a step fails or `signal`
 * is aborted, everything that was made is removed again, parents of the target included.
 *
 * @param target as `resolveTarget` returned it
 * @param templates the folder of templates, which holds `app/base` and the others that `layersOf` names
 * @returns the paths of the site's files, relative to it
 * @throws {Error} naming what failed; the signal's reason when it was aborted
 */
export async function scaffold(
  target: Target,
  templates: string,
  values: TemplateValues,
  signal?: AbortSignal,
): Promise<string[]> {
  const layers = layersOf(values).map((layer) => join(templates, 'app', layer));
  const staging = stagingFolder(target);
  const madeParents: string[] = [];
  const moved: string[] = [];
  try {
    for (const parent of target.missingParents) {
      await mkdir(parent);
      madeParents.unshift(parent);
    }
    await mkdir(staging);
    const files = await layTemplates(layers, staging, values, signal);
    signal?.throwIfAborted();
    if (target.exists) {
      for (const entry of await readdir(staging)) {
        const place = join(target.path, entry);
        await rename(join(staging, entry), place);
        moved.push(place);
      }
      await rmdir(staging);
    } else {
      await rename(staging, target.path);
    }
    return files;
  } catch (error) {
    for (const made of [staging, ...moved]) await rm(made, { recursive: true, force: true });
    // Not recursive: what somebody else has put there meanwhile stays.
    for (const parent of madeParents) await rmdir(parent).catch(() => undefined);
    throw error;
  }
}

/** The layers of a site, the later over the earlier: what all share, then what its variant, form and router add. */
export function layersOf({
  variant,
  form,
  router,
}: Pick<TemplateValues, 'variant' | 'form' | 'router'>): string[] {
  const forms = form === 'hybrid' ? ['config', 'hybrid'] : [form];
  return [
    'base',
    variant,
    ...forms.map((name) => `${variant}-${name}`),
    ...(router === 'path-to-regexp' ? [] : [`router-${router}`]),
  ];
}

/**
 * Beside a target that is still to be made, so that one rename makes it; inside one that exists, because it may be a
 * mount point, and nothing can be renamed across file systems.
 */
function stagingFolder({ path, exists }: Target): string {
  return join(exists ? path : dirname(path), `.${basename(path)}-${randomBytes(4).toString('hex')}.tmp`);
}
