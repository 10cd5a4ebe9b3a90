import { styleText } from 'node:util';

export type Paint = (format: 'bold' | 'cyan' | 'green' | 'red', text: string) => string;

/** Colours text for a stream: only on a terminal, and not when the environment sets `NO_COLOR`. */
export function painterFor(output: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Paint {
  const coloured = output.isTTY && !env.NO_COLOR;
  return (format, text) => (coloured ? styleText(format, text, { validateStream: false }) : text);
}
