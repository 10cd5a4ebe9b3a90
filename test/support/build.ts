import { execFileSync } from 'node:child_process';

const begun = globalThis as { fwBuilt?: boolean };

/** Builds what has changed since the last build, once for all projects of a run. */
export default function build(): void {
  if (begun.fwBuilt) return;
  begun.fwBuilt = true;
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
