import type { JsonText } from './json.ts';

/** The tables by their names. Times are in milliseconds since 1970. */
export interface Tables {
  readonly users: { readonly id: string; readonly name: string; readonly password: string };
  readonly workspaces: { readonly id: string; readonly name: string };
  readonly members: { readonly workspace: string; readonly user: string };
  readonly tickets: TicketsTable;
  readonly comments: {
    readonly id: string;
    readonly ticket: string;
    readonly author: string;
    readonly text: string;
    readonly time: number;
  };
  readonly labels: { readonly ticket: string; readonly name: string };
  readonly watchers: { readonly ticket: string; readonly user: string };
  readonly activity: {
    readonly id: string;
    readonly workspace: string;
    readonly user: string;
    readonly action: string;
    readonly details: JsonText<Readonly<Record<string, string>>>;
    readonly time: number;
  };
}

export interface TicketsTable {
  readonly id: string;
  readonly workspace: string;
  readonly title: string;
  readonly text: string;
  readonly state: 'open' | 'closed';
  readonly author: string;
  readonly assignee: string | null;
  readonly time: number;
}
