// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { PostgrestClient } from '@supabase/postgrest-js';
import { SWRConfig } from 'swr';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { provideDb, useCommand, useQuery } from './index.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>{children}</SWRConfig>
);

beforeEach(() => provideDb(async () => new PostgrestClient('http://nowhere.test')));

function useRows(read: () => Promise<string[]>, write: () => Promise<boolean>, onSuccess: () => void) {
  const { data } = useQuery(['rows'], read);
  return { data, ...useCommand(write, { invalidates: ['rows'], onSuccess }) };
}

describe('a command that revalidates lists', () => {
  it('is done only after the list has the new row', async () => {
    const read = vi.fn<() => Promise<string[]>>().mockResolvedValueOnce(['old']).mockResolvedValue(['old', 'new']);
    const seen: (string[] | undefined)[] = [];
    const { result } = renderHook(
      () =>
        useRows(
          read,
          async () => true,
          () => seen.push(result.current.data),
        ),
      { wrapper },
    );
    await waitFor(() => expect(result.current.data).toEqual(['old']));
    await act(async () => expect(await result.current.run(undefined)).toBe(true));
    expect(result.current.data).toEqual(['old', 'new']);
    expect(result.current.isRunning).toBe(false);
  });

  it('succeeds when the revalidation fails', async () => {
    const read = vi.fn<() => Promise<string[]>>().mockResolvedValueOnce(['old']).mockRejectedValue(new Error('The list is out of reach.'));
    const onSuccess = vi.fn();
    const { result } = renderHook(() => useRows(read, async () => true, onSuccess), { wrapper });
    await waitFor(() => expect(result.current.data).toEqual(['old']));
    await act(async () => expect(await result.current.run(undefined)).toBe(true));
    expect(onSuccess).toHaveBeenCalledOnce();
    expect(result.current).toMatchObject({ isRunning: false, error: undefined });
  });

  it('succeeds when the revalidation never ends', async () => {
    const read = vi
      .fn<() => Promise<string[]>>()
      .mockResolvedValueOnce(['old'])
      .mockReturnValue(new Promise(() => undefined));
    const onSuccess = vi.fn();
    const { result } = renderHook(() => useRows(read, async () => true, onSuccess), { wrapper });
    await waitFor(() => expect(result.current.data).toEqual(['old']));
    await act(async () => expect(await result.current.run(undefined)).toBe(true));
    expect(onSuccess).toHaveBeenCalledOnce();
    expect(result.current.isRunning).toBe(false);
  });

  it('stays a success when the screen fails over it, so that nobody writes it again', async () => {
    const read = vi.fn<() => Promise<string[]>>().mockResolvedValue(['old']);
    const onSuccess = () => {
      throw new Error('The screen is gone.');
    };
    const { result } = renderHook(() => useRows(read, async () => true, onSuccess), { wrapper });
    await waitFor(() => expect(result.current.data).toEqual(['old']));
    await act(async () => expect(result.current.run(undefined)).rejects.toThrow('The screen is gone.'));
    expect(result.current).toMatchObject({ isRunning: false, error: undefined });
  });

  it('reports its own failure, and revalidates nothing', async () => {
    const read = vi.fn<() => Promise<string[]>>().mockResolvedValue(['old']);
    const onSuccess = vi.fn();
    const { result } = renderHook(
      () =>
        useRows(
          read,
          async () => {
            throw new Error('Refused.');
          },
          onSuccess,
        ),
      { wrapper },
    );
    await waitFor(() => expect(result.current.data).toEqual(['old']));
    await act(async () => expect(await result.current.run(undefined)).toBeUndefined());
    expect(onSuccess).not.toHaveBeenCalled();
    expect(result.current.error).toBeDefined();
    expect(read).toHaveBeenCalledOnce();
  });
});

describe('a second run while one is in flight', () => {
  const written: string[] = [];
  const write = async (_: unknown, row: string) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    written.push(row);
    if (row === 'refused') throw new Error('Refused.');
  };
  beforeEach(() => void written.splice(0));

  it('is ignored, so that a double click writes once', async () => {
    const { result } = renderHook(() => useCommand(write), { wrapper });
    await act(async () => void (await Promise.all(['first', 'second'].map((row) => result.current.run(row)))));
    expect(written).toEqual(['first']);
    await act(async () => void (await result.current.run('third')));
    expect(written).toEqual(['first', 'third']);
  });

  it('waits for it where every press counts, also for one that fails', async () => {
    const { result } = renderHook(() => useCommand(write, { isQueued: true }), { wrapper });
    await act(async () => void (await Promise.all(['first', 'refused', 'third'].map((row) => result.current.run(row)))));
    expect(written).toEqual(['first', 'refused', 'third']);
    expect(result.current).toMatchObject({ isRunning: false, error: undefined });
  });

  it('goes on after a callback that throws', async () => {
    const onError = () => {
      throw new Error('The screen is gone.');
    };
    const { result } = renderHook(() => useCommand(write, { isQueued: true, onError }), { wrapper });
    await act(async () => void (await Promise.allSettled(['refused', 'second'].map((row) => result.current.run(row)))));
    expect(written).toEqual(['refused', 'second']);
    expect(result.current.isRunning).toBe(false);
    await act(async () => void (await result.current.run('third')));
    expect(written).toEqual(['refused', 'second', 'third']);
  });
});
