export { command, type Command, type CommandDefinition, type CommandInput } from './command.ts';
export { type CommandContainer, runCommand } from './run-command.ts';
