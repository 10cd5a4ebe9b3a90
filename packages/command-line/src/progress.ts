/** A progress line on the terminal. */
export interface Progress {
  /** Shows the current step in a few words. */
  show(activity: string): void;
  /** Ends the line and returns the elapsed seconds, as in `3 s`. */
  stop(): string;
}

const SPINNER_FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const FRAME_MILLISECONDS = 100;
const REMINDER_MILLISECONDS = 15_000;

/**
 * Starts to show `label`: on a terminal as a spinner with the elapsed seconds and the current step, elsewhere, as in
 * a build log, as one line now and one every 15 seconds.
 *
 * @param output nothing is shown when absent
 */
export function startProgress(label: string, output?: NodeJS.WriteStream): Progress {
  const start = performance.now();
  const elapsed = (): string => `${Math.round((performance.now() - start) / 1000)} s`;
  if (output === undefined) return { show: () => {}, stop: elapsed };
  return output.isTTY ? spin(label, elapsed, output) : remind(label, elapsed, output);
}

function remind(label: string, elapsed: () => string, output: NodeJS.WriteStream): Progress {
  output.write(`${label} …\n`);
  const reminder = setInterval(() => output.write(`${label} … ${elapsed()}\n`), REMINDER_MILLISECONDS);
  return {
    show: () => {},
    stop: () => {
      clearInterval(reminder);
      return elapsed();
    },
  };
}

function spin(label: string, elapsed: () => string, output: NodeJS.WriteStream): Progress {
  let turn = 0;
  let activity = '';
  const draw = (): void => {
    const line = `${SPINNER_FRAMES[turn++ % SPINNER_FRAMES.length]} ${label} … ${elapsed()}${activity}`;
    output.cursorTo(0);
    // A line that wraps couldn't be erased.
    output.write(line.slice(0, Math.max(1, output.columns - 1)));
    output.clearLine(1);
  };
  draw();
  const spinner = setInterval(draw, FRAME_MILLISECONDS);
  return {
    show: (text) => {
      activity = `  ${text}`;
    },
    stop: () => {
      clearInterval(spinner);
      output.cursorTo(0);
      output.clearLine(0);
      return elapsed();
    },
  };
}
