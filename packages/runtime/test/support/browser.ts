import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser for tests of pages: `CHROMIUM`, else an installed one; undefined if there is none. */
export const browserPath: string | undefined =
  process.env['CHROMIUM'] ?? USUAL_PATHS.find((path) => existsSync(path));

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
