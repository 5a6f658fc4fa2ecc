// What is wrong with a page as a browser shows it: errors, overflow, cut text, and what axe-core finds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const inPage = readFileSync(new URL('in-page.js', import.meta.url), 'utf8');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Reports what goes wrong while a page loads and runs: errors of the console, scripts that throw, files that do not come. */
export function watchErrors(page: Page, found: (problem: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') found(message.text());
  });
  page.on('pageerror', ({ message }) => found(`a script threw: ${message}`));
  page.on('dialog', (dialog) => {
    found(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found(`${response.url()} is ${response.status()}`);
  });
}

/** What does not fit: the page is wider than its window, or text is wider than its place. */
export function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`${inPage}\ndocentLooks.misfits()`);
}

/** Serious and critical findings of axe-core, of all rules or these. */
export async function inaccessible(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate<readonly string[]>(`${inPage}\ndocentLooks.inaccessible(${JSON.stringify(only)})`);
}

/** The text of the content, without what changes by the second. */
export function mainText(page: Page): Promise<string> {
  return page.evaluate<string>(`${inPage}\ndocentLooks.mainText()`);
}

/** What crawled text has done to the page. */
export function harms(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`${inPage}\ndocentLooks.harms()`);
}
