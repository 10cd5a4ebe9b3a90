import { readArguments } from '../../../command-line/src/arguments.ts';
import { helpFlag } from '../../../command-line/src/flag.ts';
import { completed } from '../../../command-line/src/help.ts';
import { UsageError } from '../../../command-line/src/errors.ts';
import type { Command } from '../command.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh };
const SHELLS = Object.keys(SCRIPTS);

/** @param commands all commands except this one */
export function completionCommand(commands: readonly Command[]): Command {
  const command: Command = {
    name: 'completion',
    usage: '<bash|zsh>',
    summary: 'Print the completion script for a shell',
    flags: [helpFlag],
    words: SHELLS,
    examples: ['fw completion bash >> ~/.bashrc', 'fw completion zsh >> ~/.zshrc'],
    run: async ({ args, output }) => {
      const [shell = ''] = readArguments(args, command.flags, 1).positionals;
      if (!SHELLS.includes(shell)) {
        throw new UsageError(`Name a shell: fw completion ${SHELLS.join(' or fw completion ')}.`);
      }
      output.print(SCRIPTS[shell]?.([...commands, command]) ?? '');
      return 0;
    },
  };
  return command;
}

/** The branches of a shell's `case`: the words so far, and the words that may follow, as `print` writes them. */
function cases(commands: readonly Command[], print: (candidates: string) => string): string {
  const names = commands.map(({ name }) => name);
  const branches = commands.flatMap(({ name, flags, kinds = [], words = [] }) => [
    ...kinds.map((kind) => ({ typed: `${name} ${kind.name}`, candidates: completed(kind.flags) })),
    { typed: name, candidates: [...kinds.map((kind) => kind.name), ...words, ...completed(flags)] },
  ]);
  return [
    ...[...branches, { typed: 'help', candidates: names }].map(
      ({ typed, candidates }) => `    "${typed} "*) candidates=${print(candidates.join(' '))} ;;`,
    ),
    `    *) candidates=${print([...names, 'help'].join(' '))} ;;`,
  ].join('\n');
}

function bash(commands: readonly Command[]): string {
  return `# Completes fw in bash; also behind npx.
_fw() {
  local start=1 candidates
  [ "\${COMP_WORDS[0]}" = npx ] && start=2
  local typed="\${COMP_WORDS[*]:start:COMP_CWORD-start} "
  case "$typed" in
${cases(commands, (candidates) => `"${candidates}"`)}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_fw_npx() {
  if [ "$COMP_CWORD" -gt 1 ] && [ "\${COMP_WORDS[1]}" = fw ]; then _fw; else COMPREPLY=(); fi
}
complete -F _fw fw
complete -o default -F _fw_npx npx`;
}

function zsh(commands: readonly Command[]): string {
  return `#compdef fw
# Completes fw in zsh.
_fw() {
  local -a candidates
  local typed="\${words[2,CURRENT-1]} "
  case "$typed" in
${cases(commands, (candidates) => `(${candidates})`)}
  esac
  compadd -- $candidates
}
compdef _fw fw`;
}
