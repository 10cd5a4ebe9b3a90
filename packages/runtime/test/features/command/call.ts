import type { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { type Command, runCommand } from '../../../src/features/command/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';

/** The outcome of a command. */
export interface Called {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls a command in this process, which it doesn't end. */
export async function call(
  commands: readonly Command<never>[],
  args: readonly string[],
  container: ServiceManager = new ServiceManager(),
): Promise<Called> {
  const lines = { stdout: [] as string[], stderr: [] as string[] };
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const spies = [
    exit,
    vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.stdout.push(text)),
    vi.spyOn(console, 'error').mockImplementation((text: unknown) => void lines.stderr.push(String(text))),
  ];
  const before = LISTENED.map(listenersOf);
  try {
    await runCommand(commands, () => container, args);
    return {
      code: exit.mock.calls[0]?.[0],
      stdout: lines.stdout.join('\n'),
      stderr: lines.stderr.join('\n'),
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
    // A command ends its process, so it removes none of its listeners.
    for (const [index, { emitter, event }] of LISTENED.entries()) {
      const added = listenersOf({ emitter, event }).slice(before[index]?.length);
      for (const listener of added) emitter.off(event, listener as () => void);
    }
  }
}

const LISTENED: readonly { readonly emitter: EventEmitter; readonly event: string }[] = [
  { emitter: process, event: 'SIGINT' },
  { emitter: process, event: 'SIGTERM' },
  { emitter: process.stdout, event: 'error' },
  { emitter: process.stderr, event: 'error' },
];

function listenersOf({ emitter, event }: (typeof LISTENED)[number]): unknown[] {
  return emitter.listeners(event);
}
