import type { ProjectShape } from '#command-line/choices';

/**
 * The template layers of a project: folders of `templates/app`, later ones overriding earlier ones. The shared layer
 * comes first, then those of its variant, project layout, router, target and package manager.
 */
export function layersOf({ variant, form, router, target, packageManager }: ProjectShape): string[] {
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

/** The files of these layers that are omitted, because they have no use on the target. */
export function leftOutOf({ target, packageManager }: ProjectShape): string[] {
  switch (target) {
    case 'node':
      return [];
    case 'workers':
      return ['config/environment.ts', 'public/index.ts', 'tsconfig.build.json'];
    default:
      // The debugger is Node's.
      return [
        '.vscode/launch.json',
        'tsconfig.build.json',
        ...(packageManager === 'pnpm' ? [] : ['pnpm-workspace.yaml']),
      ];
  }
}
