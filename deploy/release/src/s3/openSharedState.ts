import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { initialState, registryStateSchema, type RegistryState } from '../registryState.ts';
import type { Bucket } from './bucket.ts';

const key = 'registry.json';
const probeKey = 'conditional-write-probe';
/** `write` is a number of its own per write: whoever gets no answer can see whether it was written all the same. */
const sharedSchema = z.object({ write: z.string(), state: registryStateSchema });

type Known = { state: RegistryState; tag: string | null; write: string };

/** The registry's state as one object, replaced only over the content it was made from. */
export function openSharedState(bucket: Bucket) {
  let known: Known = { state: initialState, tag: null, write: '' };
  let isProven = false;

  async function read(): Promise<Known> {
    const object = await bucket.get(key, known.tag ?? undefined);
    if (object === 'same') return known;
    if (!object) return { state: initialState, tag: null, write: '' };
    const { state, write } = sharedSchema.parse(JSON.parse(object.body.toString('utf8')));
    known = { state, tag: object.tag, write };
    return known;
  }

  /** Without conditional writes two teams that release at once would undo each other unseen, so nothing is written then. */
  async function prove(): Promise<void> {
    if (isProven) return;
    const body = Buffer.from('Written to see whether this storage keeps a second writer from overwriting a first.\n');
    await bucket.put(probeKey, body);
    const [asNew, asOther] = [
      await bucket.put(probeKey, body, { isNew: true }),
      await bucket.put(probeKey, body, { tag: '"00000000000000000000000000000000"' }),
    ];
    if (asNew !== null || asOther !== null)
      throw new Error(
        'The release bucket ignores If-Match or If-None-Match on writes, so two releases at once could undo each other. Use a storage with conditional writes.',
      );
    isProven = true;
  }

  /** Writes over `before`; false when somebody else was quicker. */
  async function replace(before: Known, state: RegistryState): Promise<boolean> {
    const write = randomUUID();
    const body = Buffer.from(`${JSON.stringify({ write, state }, null, 2)}\n`);
    try {
      const tag = await bucket.put(key, body, before.tag === null ? { isNew: true } : { tag: before.tag });
      if (tag !== null) return true;
    } catch (error) {
      if ((await read()).write === write) return true;
      throw error;
    }
    // A write that was repeated because its answer was lost is refused by its own first try.
    return (await read()).write === write;
  }

  return {
    read: async () => (await read()).state,
    async update(change: (state: RegistryState) => RegistryState | Promise<RegistryState>): Promise<RegistryState> {
      await prove();
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
