import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished, test } from 'vitest';
import { curlOf } from '../../../../devtools/src/recorder/curl.ts';
import type { RequestRecord } from '../../../../devtools/src/recorder/request-json.ts';

const CONTROL_C = '\u0003';
const CONTROL_U = '\u0015';
const END_OF_PASTE = '\u001B[201~';

/** The output of a terminal when a command is pasted into a shell that has a harmless `curl`. */
async function pasted(command: string, [file, ...args]: readonly [string, ...string[]]): Promise<string> {
  const shell = spawn(file, args, { cols: 1000, env: { PATH: process.env['PATH'], PS1: 'READY' } });
  onTestFinished(() => shell.kill());
  let shown = '';
  let noted = (): void => {};
  shell.onData((data) => {
    shown += data;
    noted();
  });
  const until = async (what: string, from = 0): Promise<void> => {
    while (!shown.includes(what, from)) await new Promise<void>((resolve) => (noted = resolve));
  };
  const type = async (text: string): Promise<void> => {
    for (const character of text) {
      const before = shown.length;
      shell.write(character);
      // The terminal discards input that is typed before the shell has handled the interrupt.
      if (character === CONTROL_C) await until('READY', before);
    }
  };
  await until('READY');
  await type('curl() { echo "called with $#"; }\r');
  await type(`${command}\r`);
  await type(`echo end $((1 + 1))\r`);
  await until('end 2');
  return shown;
}

const hostile = [
  `${CONTROL_C}${CONTROL_U}echo ran $((40 + 2))\n${END_OF_PASTE}${CONTROL_U}id\n`,
  `${CONTROL_C}'; echo ran $((40 + 2)); '\n`,
  `\t\t\u0004\\'; echo ran $((40 + 2)) #`,
];

test.each(
  [['bash', '--norc', '-i'] as const, ['dash', '-i'] as const].flatMap((shell) =>
    hostile.map((text) => [shell[0], shell, text] as const),
  ),
)(
  'security 9: a foreign page runs nothing by a request pasted into %s as a curl command',
  async (_, shell, text) => {
    const headers = [['content-type', 'text/plain']] as const;
    const record = { method: 'POST', url: '/note', request: { headers, text } };
    const shown = await pasted(curlOf(record as unknown as RequestRecord, 'http://localhost:8080'), shell);

    expect(shown).toContain('called with 7');
    expect(shown).not.toContain('ran 42');
  },
);
