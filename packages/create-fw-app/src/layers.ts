import type { SiteShape } from './choices.ts';

/**
 * The layers of a site, folders of `templates/app`, the later over the earlier: what all share, then what its variant,
 * form, router and package manager add.
 */
export function layersOf({ variant, form, router, packageManager }: SiteShape): string[] {
  const forms = form === 'hybrid' ? ['config', 'hybrid'] : [form];
  return [
    'base',
    variant,
    ...forms.map((name) => `${variant}-${name}`),
    ...(router === 'tree' ? [] : [`router-${router}`]),
    ...(packageManager === 'yarn' ? ['package-manager-yarn'] : []),
  ];
}
