import { UsageError } from '../errors.ts';
import { helpFlag, readArguments } from './arguments.ts';
import type { Flag } from './arguments.ts';
import type { Command } from './command.ts';
import { commonFlags, flagsOf } from './generate/generate-command.ts';
import { generators } from './generate/generators.ts';

const shells = ['bash', 'zsh'];

/** @param commands all commands but this one */
export function completionCommand(commands: readonly Command[]): Command {
  const command: Command = {
    name: 'completion',
    usage: '<bash|zsh>',
    summary: 'prints what completes fw in a shell',
    flags: [helpFlag],
    words: shells,
    examples: ['fw completion bash >> ~/.bashrc', 'fw completion zsh >> ~/.zshrc'],
    run: async ({ args, output }) => {
      const [shell] = readArguments(args, command.flags, 1).positionals;
      if (shell === undefined || !shells.includes(shell)) {
        throw new UsageError(`Name a shell: fw completion ${shells.join(' or fw completion ')}.`);
      }
      const script = shell === 'bash' ? bash([...commands, command]) : zsh([...commands, command]);
      output.print(script.trimEnd());
      return 0;
    },
  };
  return command;
}

/** What may follow: after the command's name, and after a kind of `generate`. */
function cases(commands: readonly Command[]): { readonly words: string; readonly candidates: string[] }[] {
  return [
    ...generators.map((generator) => ({
      words: `generate ${generator.kind}`,
      candidates: spelled([...flagsOf(generator), ...commonFlags]),
    })),
    ...commands.map(({ name, flags, words = [] }) => ({
      words: name,
      candidates: [...words, ...spelled(flags)],
    })),
    {
      words: 'help',
      candidates: commands.map(({ name }) => name),
    },
  ];
}

function bash(commands: readonly Command[]): string {
  const lines = cases(commands).map(
    ({ words, candidates }) => `    "${words} "*) candidates="${candidates.join(' ')}" ;;`,
  );
  return `# Completes fw in bash; also behind npx.
_fw() {
  local start=1 candidates
  [ "\${COMP_WORDS[0]}" = npx ] && start=2
  local typed="\${COMP_WORDS[*]:start:COMP_CWORD-start} "
  case "$typed" in
${lines.join('\n')}
    *) candidates="${names(commands)}" ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_fw_npx() {
  if [ "$COMP_CWORD" -gt 1 ] && [ "\${COMP_WORDS[1]}" = fw ]; then _fw; else COMPREPLY=(); fi
}
complete -F _fw fw
complete -o default -F _fw_npx npx
`;
}

function zsh(commands: readonly Command[]): string {
  const lines = cases(commands).map(
    ({ words, candidates }) => `    "${words} "*) candidates=(${candidates.join(' ')}) ;;`,
  );
  return `#compdef fw
# Completes fw in zsh.
_fw() {
  local -a candidates
  local typed="\${words[2,CURRENT-1]} "
  case "$typed" in
${lines.join('\n')}
    *) candidates=(${names(commands)}) ;;
  esac
  compadd -- $candidates
}
compdef _fw fw
`;
}

function names(commands: readonly Command[]): string {
  return [...commands.map(({ name }) => name), 'help'].join(' ');
}

function spelled(flags: readonly Flag[]): string[] {
  return flags.map(({ name }) => `--${name}`);
}
