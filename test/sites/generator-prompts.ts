import { keys } from '../../packages/command-line/test/terminal.ts';

/** Prompts, and the keys to type as their answers. */
export type Steps = [question: string, typed: string][];

/** By kind, the keys to type on a terminal in a project. */
export function promptsFor({
  variant,
  form,
}: {
  readonly variant: string;
  readonly form: string;
}): [kind: string, Steps][] {
  const { enter, down } = keys;
  const priority: Steps = form === 'programmatic' ? [] : [['Priority', enter]];
  const [services, feature]: Steps = [
    ['Services', enter],
    ['Feature', enter],
  ];
  if (services === undefined || feature === undefined) return [];
  const error: [string, Steps] =
    variant === 'a'
      ? [
          'error-middleware',
          [['Class', `Regret${enter}`], ['Path prefix', enter], ...priority, services, feature],
        ]
      : ['error-handler', [['Class', `CountErrors${enter}`], services, feature]];
  return [
    [
      'service',
      [
        ['Class', `Clock${enter}`],
        ['Services', `config${enter}`],
        ['Feature', `orders${enter}`],
      ],
    ],
    [
      'route',
      [
        ['Path, as in', `/order${enter}`],
        ['Methods', `POST${enter}`],
        ['Name', enter],
        ['Contract', enter],
        ['Response', `${down}${enter}`],
        ['Services', `Clock${enter}`],
        ['Feature', `orders${enter}`],
      ],
    ],
    [
      'middleware',
      [
        ['Class', `Audit${enter}`],
        ['Where it runs', `${down}${enter}`],
        ['Path prefix', enter],
        ...priority,
        services,
        feature,
      ],
    ],
    error,
    ['app', [['Name', `Blog${enter}`], ['Path prefix', `/blog${enter}`], ...priority, feature]],
    ['config', [['Name', `search${enter}`]]],
    ['command', [['Name', `send-report${enter}`], ['Flags', enter], ['Services', `Clock${enter}`], feature]],
    // The same name as by flags, because a plopfile is created once.
    ['generator', [['Name', `page${enter}`]]],
  ];
}
