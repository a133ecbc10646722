// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { PostgrestClient } from '@supabase/postgrest-js';
import { SWRConfig } from 'swr';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { provideDb, serializeKey, useQuery } from './index.ts';

const key = ['rows', 'one'] as const;
const fallback = { [serializeKey(key)]: ['rendered'] };
const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), fallback, dedupingInterval: 0 }}>{children}</SWRConfig>
);

beforeEach(() => provideDb(async () => new PostgrestClient('http://nowhere.test')));

describe('data of the server render', () => {
  it('stays on the screen during the first revalidation', async () => {
    const answer = Promise.withResolvers<string[]>();
    const read = vi.fn(() => answer.promise);
    const { result } = renderHook(() => ({ ...useQuery(key, read, { revalidateIfStale: false }) }), { wrapper });
    expect(read).not.toHaveBeenCalled();
    act(() => void result.current.reload());
    await waitFor(() => expect(read).toHaveBeenCalledOnce());
    expect(result.current).toMatchObject({ data: ['rendered'], isLoading: false, isValidating: true });
    await act(async () => answer.resolve(['read']));
    expect(result.current).toMatchObject({ data: ['read'], isLoading: false, isValidating: false });
  });

  it('renders nothing again that does not show whether it is being validated', async () => {
    const read = vi.fn(() => Promise.resolve(['rendered']));
    const render = vi.fn();
    renderHook(
      () => {
        const { data, isLoading } = useQuery(key, read);
        render(data, isLoading);
      },
      { wrapper },
    );
    await waitFor(() => expect(read).toHaveBeenCalledOnce());
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(render.mock.calls).toEqual([[['rendered'], false]]);
  });
});

it('a list that shows its previous rows during loading reports that it is loading', async () => {
  const answers: Record<number, Promise<string[]>> = { 0: Promise.resolve(['first']), 1: new Promise(() => undefined) };
  const { result, rerender } = renderHook(
    ({ page }) => useQuery(['pages', page], () => answers[page] ?? Promise.reject(new Error('No such page.')), { keepPreviousData: true }),
    { wrapper, initialProps: { page: 0 } },
  );
  await waitFor(() => expect(result.current).toMatchObject({ data: ['first'], isLoading: false }));
  rerender({ page: 1 });
  await waitFor(() => expect(result.current).toMatchObject({ data: ['first'], isLoading: true }));
});
