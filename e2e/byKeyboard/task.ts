import type { Browser, Page } from '@playwright/test';

/** What somebody does from their home by keys alone, with what is stored compared to it. */
export type Task = (page: Page, browser: Browser) => Promise<void>;

const stamp = Date.now().toString(36).toUpperCase();
let turn = 0;
/** A name of its own for what each task of each run makes. */
export const newName = (words: string) => `${words} ${stamp}${(turn += 1)}`;
