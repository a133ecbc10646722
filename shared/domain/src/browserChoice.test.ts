// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserChoice } from './browserChoice.ts';

const choice = browserChoice('size');
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('what this browser remembers', () => {
  it('is what was kept last, under its name', () => {
    expect(choice.read()).toBeNull();
    choice.keep('small');
    browserChoice('colour').keep('blue');
    choice.keep('large');
    expect(choice.read()).toBe('large');
    expect(localStorage.getItem('size')).toBe('large');
  });

  it('is nothing where the storage is blocked, and nothing fails', () => {
    const blocked = () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
    choice.keep('small');
    expect(choice.read()).toBeNull();
  });
});
