// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

class FakeChannel extends EventTarget {
  static opened: FakeChannel[] = [];
  sent: unknown[] = [];
  constructor() {
    super();
    FakeChannel.opened.push(this);
  }
  postMessage(data: unknown) {
    this.sent.push(data);
  }
}
const transaction = { store: { get: async () => undefined, put: vi.fn(), delete: vi.fn() }, done: Promise.resolve() };
vi.mock('./deviceStore.ts', () => ({ openDeviceStore: async () => ({ transaction: () => transaction }) }));

beforeEach(() => {
  vi.resetModules();
  FakeChannel.opened = [];
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => vi.unstubAllGlobals());

it('what another tab has sent leaves what this tab shows as waiting only after the register was read again', async () => {
  const { onMarksDelivered, onOutboxChange } = await import('./outbox.ts');
  const order: string[] = [];
  let finish: () => void = () => undefined;
  onMarksDelivered(() => {
    order.push('register is read');
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  onOutboxChange(async () => void order.push('outbox is read'));
  FakeChannel.opened[0]!.dispatchEvent(new MessageEvent('message', { data: 'delivered' }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(order).toEqual(['register is read']);
  finish();
  await expect.poll(() => order).toEqual(['register is read', 'outbox is read']);
});

it('a register that cannot be read keeps nothing from being shown', async () => {
  const { onMarksDelivered, onOutboxChange } = await import('./outbox.ts');
  const listener = vi.fn(async () => undefined);
  onMarksDelivered(() => Promise.reject(new Error('offline')));
  onOutboxChange(listener);
  FakeChannel.opened[0]!.dispatchEvent(new MessageEvent('message', { data: 'delivered' }));
  await expect.poll(() => listener.mock.calls.length).toBe(1);
});

it('tells the other tabs that marks were delivered', async () => {
  const { updateQueuedMarks } = await import('./outbox.ts');
  await updateQueuedMarks([], (mark) => mark, 'delivered');
  await updateQueuedMarks([], (mark) => mark);
  expect(FakeChannel.opened[0]!.sent).toEqual(['delivered', 'changed']);
});
