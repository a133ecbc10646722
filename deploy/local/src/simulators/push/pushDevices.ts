import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openLedger } from '../ledger.ts';
import { openMessage, signatureProblem } from './openMessage.ts';

const entrySchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('made'),
    id: z.string(),
    senderKey: z.string(),
    privateKey: z.string(),
    publicKey: z.string(),
    secret: z.string(),
    at: z.string(),
  }),
  z.object({ event: z.literal('shown'), id: z.string(), payload: z.string(), at: z.string() }),
  z.object({ event: z.literal('removed'), id: z.string(), at: z.string() }),
]);
type Entry = z.infer<typeof entrySchema>;
type Made = Extract<Entry, { event: 'made' }>;

/** A simulated device, with what it has shown, the newest first. */
export type PushDevice = { id: string; madeAt: string; isRemoved: boolean; shown: { payload: string; at: string }[] };

const largestMessage = 4_096;

/** The devices of the simulated push service: each is a browser with keys of its own, to which nobody but the product can send. */
export function createPushDevices(file: string, origin: string, now: () => string = () => new Date().toISOString()) {
  const ledger = openLedger<Entry>(file, entrySchema);
  const made = (id: string) => ledger.entries().find((entry): entry is Made => entry.event === 'made' && entry.id === id);
  const isRemoved = (id: string) => ledger.entries().some((entry) => entry.event === 'removed' && entry.id === id);
  return {
    /** Makes a device that takes messages of the sender with this key. */
    make(senderKey: string): { id: string; publicKey: string; secret: string } {
      const keys = createECDH('prime256v1');
      const id = randomUUID();
      const publicKey = keys.generateKeys('base64url');
      const secret = randomBytes(16).toString('base64url');
      ledger.append({ event: 'made', id, senderKey, privateKey: keys.getPrivateKey('base64url'), publicKey, secret, at: now() });
      return { id, publicKey, secret };
    },
    /** What the service answers to a message for a device: 201, 404 or 410 without one, 403 for another sender, 400 or 413 for what no browser opens. */
    deliver(id: string, message: Buffer, authorization: string | null): { status: number; problem?: string } {
      const device = made(id);
      if (!device) return { status: 404 };
      if (isRemoved(id)) return { status: 410 };
      if (message.length > largestMessage) return { status: 413 };
      const problem = signatureProblem(authorization, device.senderKey, origin);
      if (problem) return { status: 403, problem };
      try {
        ledger.append({ event: 'shown', id, payload: openMessage(message, device), at: now() });
        return { status: 201 };
      } catch (error) {
        return { status: 400, problem: error instanceof Error ? error.message : String(error) };
      }
    },
    /** Removes a device, as when the browser's data are deleted: whatever comes for it is answered with 410. */
    remove(id: string): boolean {
      if (!made(id) || isRemoved(id)) return false;
      ledger.append({ event: 'removed', id, at: now() });
      return true;
    },
    list(): PushDevice[] {
      return ledger
        .entries()
        .filter((entry) => entry.event === 'made')
        .map(({ id, at }) => ({
          id,
          madeAt: at,
          isRemoved: isRemoved(id),
          shown: ledger
            .entries()
            .flatMap((entry) => (entry.event === 'shown' && entry.id === id ? [{ payload: entry.payload, at: entry.at }] : []))
            .toReversed(),
        }))
        .toReversed();
    },
  };
}

export type PushDevices = ReturnType<typeof createPushDevices>;
