import { expect, it } from 'vitest';
import { configureZod } from './configureZod.ts';

it('is where zod reads its configuration', async () => {
  configureZod();
  const { config } = await import('zod/v4/core');
  expect(config()).toEqual({ jitless: true });
});
