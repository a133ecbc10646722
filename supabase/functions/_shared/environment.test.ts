import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readSettings } from './environment.ts';

const schema = z.object({ PAY_URL: z.url(), PAY_KEY: z.string(), PAY_CHANNELS: z.string().default('card') });
let values: Record<string, string | undefined> = {};
beforeEach(() => vi.stubGlobal('Deno', { env: { get: (name: string) => values[name] } }));

describe('a group of settings', () => {
  it('is parsed with its defaults', () => {
    values = { PAY_URL: 'https://pay.test', PAY_KEY: 'key' };
    expect(readSettings(schema)).toEqual({ PAY_URL: 'https://pay.test', PAY_KEY: 'key', PAY_CHANNELS: 'card' });
  });

  it.each([{}, { PAY_URL: 'https://pay.test' }, { PAY_URL: 'https://pay.test', PAY_KEY: '' }])(
    'is absent when one is unset: %j',
    (given) => {
      values = given;
      expect(readSettings(schema)).toBeNull();
    },
  );

  it('with a malformed one fails with its name', () => {
    values = { PAY_URL: 'pay.test', PAY_KEY: 'key' };
    expect(() => readSettings(schema)).toThrow(/^PAY_URL is invalid: /);
  });
});
