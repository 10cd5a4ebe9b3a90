import { readArguments } from '#command-line/arguments';
import { helpFlag } from '#command-line/flag';
import { completed } from '#command-line/help';
import { UsageError } from '#command-line/errors';
import type { Command } from '../command.ts';
import { fwCommand } from '../project/typed-command.ts';

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
    run: async ({ args, cwd, output }) => {
      const [shell = '', kind] = readArguments(args, command.flags, 2).positionals;
      const extensible = commands.find(({ name, inProject }) => name === shell && inProject !== undefined);
      if (extensible !== undefined) {
        output.print((await addedIn(extensible, cwd, kind)).join('\n'));
        return 0;
      }
      if (!SHELLS.includes(shell)) {
        throw new UsageError(
          `Name a shell: ${SHELLS.map((name) => `${fwCommand()} completion ${name}`).join(' or ')}.`,
        );
      }
      output.print(SCRIPTS[shell]?.([...commands, command]) ?? '');
      return 0;
    },
  };
  return command;
}

/**
 * The subcommands that the project of a folder adds to a command, or the flags of one of them. The scripts call
 * `fw completion generate` for them, because they differ from project to project.
 */
async function addedIn(command: Command, cwd: string, kind: string | undefined): Promise<string[]> {
  const { kinds = [] } = (await command.inProject?.(cwd, [])) ?? command;
  const added = kinds.filter(({ name }) => command.kinds?.every((own) => own.name !== name));
  if (kind === undefined) return added.map(({ name }) => name);
  return added.filter(({ name }) => name === kind).flatMap(({ flags }) => completed(flags));
}

/** The branches of a shell's `case`: the words so far, and the words that may follow, as `print` writes them. */
function cases(
  commands: readonly Command[],
  print: (candidates: string) => string,
  printAdded: string,
): string {
  const names = commands.map(({ name }) => name);
  const branches = commands.flatMap(({ name, flags, kinds = [], words = [], inProject }) => [
    ...kinds.map((kind) => ({ typed: `${name} ${kind.name}`, candidates: completed(kind.flags) })),
    {
      typed: name,
      candidates: [
        ...kinds.map((kind) => kind.name),
        ...words,
        ...completed(flags),
        ...(inProject === undefined ? [] : [printAdded]),
      ],
    },
  ]);
  return [
    ...[...branches, { typed: 'help', candidates: names }].map(
      ({ typed, candidates }) => `    "${typed} "*) candidates=${print(candidates.join(' '))} ;;`,
    ),
    `    *) candidates=${print([...names, 'help'].join(' '))} ;;`,
  ].join('\n');
}

// A process is started only where there is a plopfile.
const ADDED = `# Prints what the plopfile of the project adds.
_fw_added() {
  local folder=$PWD
  until [ -z "$folder" ] || [ -e "$folder/plopfile.ts" ] || [ -e "$folder/plopfile.js" ]; do
    folder=\${folder%/*}
  done
  [ -z "$folder" ] || "$@" 2>/dev/null
}`;

function bash(commands: readonly Command[]): string {
  return `# Completes fw in bash; also behind node and npx.
${ADDED}
_fw() {
  local start=1 run=fw candidates
  case "\${COMP_WORDS[0]}" in
    node) start=2 run='node fw' ;;
    npx) start=2 run='npx --no-install fw' ;;
  esac
  local typed="\${COMP_WORDS[*]:start:COMP_CWORD-start} "
  case "$typed" in
${cases(commands, (candidates) => `"${candidates}"`, '$(_fw_added $run completion $typed)')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_fw_second() {
  if [ "$COMP_CWORD" -gt 1 ] && [ "\${COMP_WORDS[1]}" = fw ]; then _fw; else COMPREPLY=(); fi
}
complete -F _fw fw
complete -o default -F _fw_second node npx`;
}

function zsh(commands: readonly Command[]): string {
  return `#compdef fw
# Completes fw in zsh.
${ADDED}
_fw() {
  local -a candidates
  local typed="\${words[2,CURRENT-1]} "
  case "$typed" in
${cases(commands, (candidates) => `(${candidates})`, '$(_fw_added fw completion ${=typed})')}
  esac
  compadd -- $candidates
}
compdef _fw fw`;
}
