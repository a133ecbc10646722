import { describe, expect, it, vi } from 'vitest';
import { createShutdown } from './shutdown.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the end of the product', () => {
  it('stops the parts, the last first, and leaves once', async () => {
    const exit = vi.fn();
    const stopped: string[] = [];
    const ending = createShutdown(exit);
    await ending.register(Promise.resolve('database'), (part) => stopped.push(part));
    await ending.register(Promise.resolve('gateway'), (part) => stopped.push(part));
    ending.begin(0);
    ending.begin(1);
    await settled();
    expect(stopped).toEqual(['gateway', 'database']);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it('waits for a part that is just starting, stops it, and starts no other', async () => {
    const exit = vi.fn();
    const close = vi.fn();
    const ending = createShutdown(exit);
    let isUp = (_part: string) => {};
    const waiting = ending.register(
      new Promise<string>((resolve) => {
        isUp = resolve;
      }),
      close,
    );
    ending.begin(0);
    await settled();
    expect(exit).not.toHaveBeenCalled();
    isUp('database');
    await expect(waiting).rejects.toThrow('ending');
    await settled();
    expect(close).toHaveBeenCalledWith('database');
    expect(exit).toHaveBeenCalledWith(0);
  });

  it('leaves with an error when a part cannot be stopped, after stopping the others', async () => {
    const exit = vi.fn();
    const close = vi.fn();
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const ending = createShutdown(exit);
    await ending.register(Promise.resolve(), close);
    await ending.register(Promise.resolve(), () => Promise.reject(new Error('stuck')));
    ending.begin(0);
    await settled();
    expect(report).toHaveBeenCalledWith('stuck');
    expect(close).toHaveBeenCalled();
    expect(exit).toHaveBeenCalledWith(1);
    report.mockRestore();
  });

  it('does not wait for a part that failed to start', async () => {
    const exit = vi.fn();
    const ending = createShutdown(exit);
    await expect(ending.register(Promise.reject(new Error('broken')), vi.fn())).rejects.toThrow('broken');
    ending.begin(1);
    await settled();
    expect(exit).toHaveBeenCalledWith(1);
  });
});
