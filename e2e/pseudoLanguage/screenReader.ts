import type { Page } from '@playwright/test';
import type { KnownData } from './data.ts';
import { layers } from './openAll.ts';
import { readCuts } from './readCuts.ts';
import { readTexts, type FoundText } from './readTexts.ts';

/** Runs in the page: waits until what slides in, however fast, is in its place. */
async function arrive(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** Reads screens and collects what is wrong with them, each fault with the first place where it was seen. */
export class ScreenReader {
  readonly #faults = new Map<string, string>();
  readonly #messages = new Set<string>();
  #readings = 0;

  /** Reads the page, or only what lies over it. */
  async read(page: Page, data: KnownData, place: string): Promise<void> {
    await page.evaluate(arrive);
    const layer = `${layers}, [aria-live]`;
    const within = (await page.locator(layers).count()) > 0 ? layer : 'body';
    const { messages, others } = await readTexts(page, within);
    for (const message of messages) this.#messages.add(message);
    const isData = ({ text, place: element }: FoundText) =>
      // A word of a message that has no vowel, such as "by", may be between two values.
      data.isData(text) || (element.endsWith(' in a message') && text.split(/ [^aeiou\s\d]+ /i).every((piece) => data.isData(piece)));
    // What the buttons pressed so far have written is known after another look.
    if (!others.every(isData)) await data.refresh();
    for (const { text, place: element } of others.filter((found) => !isData(found)))
      this.#add(`"${text}" is no message (${element})`, place);
    for (const cut of await readCuts(page, within)) this.#add(cut, `${place} at ${page.viewportSize()?.width ?? 0} px`);
    this.#readings += 1;
  }

  #add(fault: string, place: string): void {
    if (this.#faults.has(fault)) return;
    this.#faults.set(fault, place);
    console.warn(`${place}: ${fault}`);
  }

  get faults(): string[] {
    return [...this.#faults].map(([fault, place]) => `${place}: ${fault}`);
  }

  get summary(): string {
    return `${this.#readings} readings, ${this.#messages.size} different messages, ${this.#faults.size} faults`;
  }
}
