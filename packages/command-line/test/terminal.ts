import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from './programs.ts';

export const keys = {
  enter: '\r',
  up: '\u001b[A',
  down: '\u001b[B',
  escape: '\u001b',
  controlC: '\u0003',
  controlD: '\u0004',
} as const;

interface Seat {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  /** The compiled program. */
  readonly program: string;
  /** Registers the end of a program that is still running; `onTestFinished` when absent. */
  readonly atEnd?: (end: () => void) => void;
  /** The width of the terminal in columns; 100 when absent. */
  readonly columns?: number;
  /** The height of the terminal in lines; 60 when absent. */
  readonly rows?: number;
  /** Hides the size of the terminal from the program. */
  readonly isSizeUnknown?: boolean;
}

/** The compiled program on its own terminal: types keys and reads the screen. */
export class Sitting {
  readonly #pty: IPty;
  readonly #terminal: xterm.Terminal;
  readonly #exited: Promise<number>;
  readonly #watchers = new Set<() => void>();
  #exitCode: number | undefined;

  constructor(args: readonly string[], seat: Seat) {
    const { cwd, env = {}, program, atEnd = onTestFinished, columns: cols = 100, rows = 60 } = seat;
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    const command = [process.execPath, program, ...args];
    const withoutSize = ['sh', '-c', 'stty cols 0 rows 0; exec "$@"', 'sh', ...command];
    const [file = '', ...rest] = seat.isSizeUnknown === true ? withoutSize : command;
    this.#pty = spawn(file, rest, {
      cwd,
      cols,
      rows,
      env: { ...cleanEnvironment(), TERM: 'xterm-256color', ...env },
    });
    this.#pty.onData((data) => this.#terminal.write(data, () => this.#notify()));
    this.#exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#exitCode = signal === undefined || signal === 0 ? exitCode : 128 + signal;
        // Its last output may not be on the screen yet.
        this.#terminal.write('', () => {
          resolve(this.#exitCode ?? -1);
          this.#notify();
        });
      });
    });
    atEnd(() => {
      if (this.#exitCode === undefined) this.#pty.kill('SIGKILL');
    });
  }

  /** The screen, without colours and trailing spaces. */
  get screen(): string {
    return this.#rows()
      .map(({ text }) => text.trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** The screen, with wrapped lines joined. */
  get unwrapped(): string {
    return this.#rows()
      .map(({ text, isWrapped }) => (isWrapped ? text : `\n${text}`))
      .join('')
      .trim();
  }

  /** Whether lines have left the screen at its top. */
  get isScrolled(): boolean {
    return this.#terminal.buffer.active.baseY > 0;
  }

  /** Resolves when `text` is on the screen; fails if the program ends without it. */
  async sees(text: string): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const isThere = this.screen.includes(text) || this.unwrapped.includes(text);
        if (!isThere && this.#exitCode === undefined) return;
        this.#watchers.delete(look);
        if (isThere) resolve();
        else reject(new Error(`It ended without "${text}":\n${this.screen}`));
      };
      this.#watchers.add(look);
      look();
    });
    return this;
  }

  types(text: string): this {
    this.#pty.write(text);
    return this;
  }

  /** A closed window sends `SIGHUP`. */
  receives(signal: 'SIGTERM' | 'SIGHUP'): this {
    this.#pty.kill(signal);
    return this;
  }

  /** The exit code: 128 plus the signal if a signal ended the program. */
  async ends(): Promise<number> {
    return this.#exited;
  }

  #rows(): { text: string; isWrapped: boolean }[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: active.length }, (_, y) => {
      const line = active.getLine(y);
      // A row that continues in the next one keeps its last blank.
      const goesOn = active.getLine(y + 1)?.isWrapped === true;
      return { text: line?.translateToString(!goesOn) ?? '', isWrapped: line?.isWrapped === true };
    });
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
