/** A line on the terminal that shows that something is still at work. */
export interface Progress {
  /** Ends the line and returns the seconds that have gone by, as in `3 s`. */
  stop(): string;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const frameMilliseconds = 100;
const reminderMilliseconds = 15_000;

/**
 * Starts to show `label`: on a terminal as a spinner with the seconds gone by, elsewhere, as in the log of a build, as
 * one line now and one every 15 seconds.
 */
export function startProgress(label: string, output: NodeJS.WriteStream): Progress {
  const start = performance.now();
  const elapsed = (): string => `${Math.round((performance.now() - start) / 1000)} s`;

  if (!output.isTTY) {
    output.write(`${label} …\n`);
    const reminder = setInterval(() => output.write(`${label} … ${elapsed()}\n`), reminderMilliseconds);
    return {
      stop: () => {
        clearInterval(reminder);
        return elapsed();
      },
    };
  }

  let turn = 0;
  const draw = (): void => {
    output.cursorTo(0);
    output.write(`${frames[turn++ % frames.length]} ${label} … ${elapsed()}`);
    output.clearLine(1);
  };
  draw();
  const spinner = setInterval(draw, frameMilliseconds);
  return {
    stop: () => {
      clearInterval(spinner);
      output.cursorTo(0);
      output.clearLine(0);
      return elapsed();
    },
  };
}
