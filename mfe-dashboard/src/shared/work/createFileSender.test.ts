import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataError } from '@masomo/data';
import { ConnectionLostError } from '@masomo/data/uploadWithProgress';
import { createFileSender, type SentFile } from './createFileSender.ts';

const picture = (name: string) => new File(['a picture'], name, { type: 'image/jpeg' });
const upload = vi.fn(async (_file: { path: string; bytes: Blob; onProgress: (sentBytes: number) => void }) => undefined as void);
const changed: string[] = [];
let count = 0;

function sender() {
  return createFileSender({
    prepare: async (file) => {
      if (file.name === 'trick.exe') throw new DataError('invalid', 'Not of a type that is accepted.');
      count += 1;
      return { bytes: new Blob(['small'], { type: 'image/jpeg' }), path: `place-${count}` };
    },
    upload,
    renewPath: ({ path }) => `${path}-again`,
    onChange: ({ name, state }) => changed.push(`${name} ${state}`),
  });
}
const states = ({ get }: { get: () => readonly SentFile[] }) =>
  get().map(({ name, state, isCutOff }) => `${name} ${state}${isCutOff ? ' cut off' : ''}`);

beforeEach(() => {
  vi.useFakeTimers();
  upload.mockReset().mockResolvedValue(undefined);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  changed.length = 0;
  count = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('files that are sent with an assignment', () => {
  it('go one after the other in their order; one that is refused holds up none', async () => {
    const files = sender();
    await files.add([picture('one.jpg'), new File(['MZ'], 'trick.exe'), picture('two.jpg')]);
    await vi.runAllTimersAsync();
    expect(states(files)).toEqual(['one.jpg sent', 'trick.exe refused', 'two.jpg sent']);
    expect(upload.mock.calls.map(([{ path }]) => path)).toEqual(['place-1', 'place-2']);
    expect(files.get()[1]?.problem).toBe('Not of a type that is accepted.');
  });

  it('are tried again by themselves when the line breaks, to the same place, and at once when asked', async () => {
    upload
      .mockRejectedValueOnce(new ConnectionLostError('The connection was lost.'))
      .mockRejectedValueOnce(new ConnectionLostError('Again.'));
    const files = sender();
    await files.add([picture('one.jpg'), picture('two.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states(files)).toEqual(['one.jpg waiting cut off', 'two.jpg waiting']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(upload).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(upload).toHaveBeenCalledTimes(2);
    files.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(states(files)).toEqual(['one.jpg sent', 'two.jpg sent']);
    expect(upload.mock.calls.map(([{ path }]) => path)).toEqual(['place-1', 'place-1', 'place-1', 'place-2']);
    // What the device keeps hears of pages that are ready and that have arrived, not of every percent.
    expect(changed).toEqual(['one.jpg waiting', 'two.jpg waiting', 'one.jpg sent', 'two.jpg sent']);
  });

  it('are not tried again where the server says no, nor after the screen is closed', async () => {
    upload.mockRejectedValueOnce(new DataError('invalid', 'There is no room.')).mockRejectedValueOnce(new ConnectionLostError('Lost.'));
    const files = sender();
    await files.add([picture('one.jpg'), picture('two.jpg')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states(files)).toEqual(['one.jpg refused', 'two.jpg waiting cut off']);
    files.stop();
    await vi.runAllTimersAsync();
    expect(upload).toHaveBeenCalledTimes(2);
  });

  it('come back from the device, and are sent once more to a new place when the server lost them', async () => {
    const files = sender();
    const bytes = new Blob(['kept'], { type: 'image/jpeg' });
    const kept = { id: 'k', name: 'kept.jpg', type: 'image/jpeg', size: 4, progress: 0, bytes };
    files.restore([
      { ...kept, id: 'h', path: 'handed-in', state: 'sent', bytes: null },
      { ...kept, path: 'old', state: 'sent' },
      { ...kept, id: 'w', path: 'unsent', state: 'waiting' },
    ]);
    await vi.runAllTimersAsync();
    expect(upload.mock.calls.map(([{ path }]) => path)).toEqual(['unsent']);
    files.resend();
    await vi.runAllTimersAsync();
    expect(files.get().map(({ path, state }) => `${path} ${state}`)).toEqual(['handed-in sent', 'old-again sent', 'unsent-again sent']);
  });
});
