import { expect, it, vi } from 'vitest';
import { networkFirst } from './networkFirst.ts';

const put = vi.hoisted(() => vi.fn(() => new Promise(() => undefined)));
vi.mock('./deviceStore.ts', () => ({ deviceStore: () => async () => ({ put }) }));

it('shows what came from the network while this device still keeps it', async () => {
  const schema = { safeParse: (value: unknown) => ({ success: true as const, data: value as string[] }) };
  const read = networkFirst({ owner: 'u1', key: 'classes', schema, read: async () => ['Form 1'] });
  expect(await read).toEqual({ data: ['Form 1'], cachedAt: null });
  await vi.waitFor(() => expect(put).toHaveBeenCalledWith('reads', expect.objectContaining({ owner: 'u1', data: ['Form 1'] })));
});
