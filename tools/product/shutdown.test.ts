import { describe, expect, it, vi } from 'vitest';
import { createShutdown } from './shutdown.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the shutdown of the product', () => {
  it('stops the parts, the last first, and exits once', async () => {
    const exit = vi.fn();
    const stopped: string[] = [];
    const shutdown = createShutdown(exit);
    await shutdown.register(Promise.resolve('database'), (part) => stopped.push(part));
    await shutdown.register(Promise.resolve('gateway'), (part) => stopped.push(part));
    shutdown.begin(0);
    shutdown.begin(1);
    await settled();
    expect(stopped).toEqual(['gateway', 'database']);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it('waits for a part that is just starting, stops it, and starts no other', async () => {
    const exit = vi.fn();
    const close = vi.fn();
    const shutdown = createShutdown(exit);
    let finishStart = (_part: string) => {};
    const waiting = shutdown.register(
      new Promise<string>((resolve) => {
        finishStart = resolve;
      }),
      close,
    );
    shutdown.begin(0);
    await settled();
    expect(exit).not.toHaveBeenCalled();
    finishStart('database');
    await expect(waiting).rejects.toThrow('shutting down');
    await settled();
    expect(close).toHaveBeenCalledWith('database');
    expect(exit).toHaveBeenCalledWith(0);
  });

  it('exits with an error when a part cannot be stopped, after stopping the others', async () => {
    const exit = vi.fn();
    const close = vi.fn();
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const shutdown = createShutdown(exit);
    await shutdown.register(Promise.resolve(), close);
    await shutdown.register(Promise.resolve(), () => Promise.reject(new Error('stuck')));
    shutdown.begin(0);
    await settled();
    expect(report).toHaveBeenCalledWith('stuck');
    expect(close).toHaveBeenCalled();
    expect(exit).toHaveBeenCalledWith(1);
    report.mockRestore();
  });

  it('does not wait for a part that failed to start', async () => {
    const exit = vi.fn();
    const shutdown = createShutdown(exit);
    await expect(shutdown.register(Promise.reject(new Error('broken')), vi.fn())).rejects.toThrow('broken');
    shutdown.begin(1);
    await settled();
    expect(exit).toHaveBeenCalledWith(1);
  });
});
