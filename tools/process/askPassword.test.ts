import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askPassword } from './askPassword.ts';

function terminal(lines: string[], isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  const shown = () => String(output.read() ?? '');
  input.end(lines.map((line) => `${line}\n`).join(''));
  return { streams: { input, output }, shown };
}

describe('the password of a command', () => {
  it('is typed twice and never echoed', async () => {
    const { streams, shown } = terminal(['a long password', 'a long password'], true);
    expect(await askPassword(10, streams)).toBe('a long password');
    expect(shown()).toBe('Password (at least 10 characters): \nRepeat the password: \n');
  });

  it('can be piped in once', async () => {
    const { streams, shown } = terminal(['piped password'], false);
    expect(await askPassword(10, streams)).toBe('piped password');
    expect(shown()).toBe('');
  });

  it.each([
    [['a long password', 'a lnog password'], true, 'do not match'],
    [['short'], false, 'has 5 characters; it needs at least 10'],
    [[], false, 'No password was given'],
  ])('%j is refused', async (lines, isTTY, message) => {
    await expect(askPassword(10, terminal(lines, isTTY).streams)).rejects.toThrow(message);
  });
});
