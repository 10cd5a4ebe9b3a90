import { readFile } from 'node:fs/promises';
import { browserPath, launchBrowser } from '../../packages/runtime/test/support/browser.ts';
import type { Report } from './report.ts';

export const noBrowser: string | undefined = browserPath === undefined ? 'there is no Chromium' : undefined;

/** The response of an application, a single module, in a page. */
export async function requestPage(file: string): Promise<Report> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const code = JSON.stringify(await readFile(file, 'utf8'));
    // As a string, because Vitest's transformation of `import()` doesn't work in the page.
    return await page.evaluate(`(async () => {
      const { default: app } = await import(URL.createObjectURL(new Blob([${code}], { type: 'text/javascript' })));
      return (await app.fetch(new Request('http://localhost/'))).json();
    })()`);
  } finally {
    await browser.close();
  }
}
