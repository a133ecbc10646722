import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { initialState, registryStateSchema, type RegistryState } from '../registryState.ts';
import type { Bucket } from './bucket.ts';

const key = 'registry.json';
const probeKey = 'conditional-write-probe';
/** `write` is unique per write, so a writer whose response was lost can see whether its write happened. */
const sharedSchema = z.object({ write: z.string(), state: registryStateSchema });

type ReadState = { state: RegistryState; tag: string | null; write: string };

/** The registry's state as one object, replaced only over the content it was derived from. */
export function openSharedState(bucket: Bucket) {
  let lastRead: ReadState = { state: initialState, tag: null, write: '' };
  let areConditionsChecked = false;

  async function read(): Promise<ReadState> {
    const object = await bucket.get(key, lastRead.tag ?? undefined);
    if (object === 'same') return lastRead;
    if (!object) return { state: initialState, tag: null, write: '' };
    const { state, write } = sharedSchema.parse(JSON.parse(object.body.toString('utf8')));
    lastRead = { state, tag: object.tag, write };
    return lastRead;
  }

  /** Without conditional writes concurrent releases would silently undo each other, so nothing is written then. */
  async function checkConditionalWrites(): Promise<void> {
    if (areConditionsChecked) return;
    const body = Buffer.from('Written to check whether this storage supports conditional writes.\n');
    await bucket.put(probeKey, body);
    const [ifNew, ifOther] = [
      await bucket.put(probeKey, body, { isNew: true }),
      await bucket.put(probeKey, body, { tag: '"00000000000000000000000000000000"' }),
    ];
    if (ifNew !== null || ifOther !== null)
      throw new Error(
        'The release bucket ignores If-Match or If-None-Match on writes, so concurrent releases could undo each other. Use a storage with conditional writes.',
      );
    areConditionsChecked = true;
  }

  /** Writes over `before`; false after a concurrent write. */
  async function replace(before: ReadState, state: RegistryState): Promise<boolean> {
    const write = randomUUID();
    const body = Buffer.from(`${JSON.stringify({ write, state }, null, 2)}\n`);
    try {
      const tag = await bucket.put(key, body, before.tag === null ? { isNew: true } : { tag: before.tag });
      if (tag !== null) return true;
    } catch (error) {
      if ((await read()).write === write) return true;
      throw error;
    }
    // A write that was retried because its response was lost is refused by its own first attempt.
    return (await read()).write === write;
  }

  return {
    read: async () => (await read()).state,
    async update(change: (state: RegistryState) => RegistryState | Promise<RegistryState>): Promise<RegistryState> {
      await checkConditionalWrites();
      for (;;) {
        const before = await read();
        const after = await change(before.state);
        if (after === before.state) return after;
        if (after.revision !== before.state.revision + 1)
          throw new Error(`Revision ${after.revision} cannot follow ${before.state.revision}.`);
        if (await replace(before, after)) return after;
      }
    },
  };
}
