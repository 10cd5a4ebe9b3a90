import type { SiteShape } from './choices.ts';

/**
 * The layers of a site, folders of `templates/app`, the later over the earlier: what all share, then what its variant,
 * form, router, target and package manager add.
 */
export function layersOf({ variant, form, router, target, packageManager }: SiteShape): string[] {
  const forms = form === 'hybrid' ? ['config', 'hybrid'] : [form];
  return [
    'base',
    variant,
    ...forms.map((name) => `${variant}-${name}`),
    ...(router === 'tree' ? [] : [`router-${router}`]),
    ...(target === 'node' ? [] : [`target-${target}`]),
    ...(packageManager === 'yarn' ? ['package-manager-yarn'] : []),
  ];
}

/** The files of these layers that a site does without, because where it runs there is no use for them. */
export function leftOutOf({ target, packageManager }: SiteShape): string[] {
  switch (target) {
    case 'node':
      return [];
    case 'workers':
      return ['config/environment.ts', 'public/index.ts', 'tsconfig.build.json'];
    default:
      // Its debugger is that of Node.
      return [
        '.vscode/launch.json',
        'tsconfig.build.json',
        ...(packageManager === 'pnpm' ? [] : ['pnpm-workspace.yaml']),
      ];
  }
}
