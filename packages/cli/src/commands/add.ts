import type { Flag } from '#command-line/flag';
import { table, DEFAULT_COLUMNS } from '#command-line/output';
import type { Command } from '../command.ts';
import { generatorCommand } from '../generate/generator-command.ts';
import { fwCommand } from '../project/typed-command.ts';
import { additions } from '../add/additions.ts';

const listFlag: Flag = { name: 'list', help: 'list the additions' };

export const addCommand: Command = generatorCommand({
  name: 'add',
  usage: '[what]',
  summary: 'Add a feature such as CORS, sessions or a database, with configuration and a test',
  generators: additions,
  noun: 'addition',
  question: 'What to add',
  list: {
    flag: listFlag,
    print: (available, output, json) => {
      const rows = available.map(({ kind, summary }) => ({ name: kind, summary }));
      if (json) return output.json(rows);
      const lines = table(rows.map(Object.values), DEFAULT_COLUMNS);
      for (const line of lines) output.print(line);
      output.print(`\nTo add one: ${output.paint('cyan', `${fwCommand()} add <what>`)}`);
    },
  },
  examples: ['fw add', 'fw add cors', 'fw add session --yes', 'fw add docker --dry-run'],
});
