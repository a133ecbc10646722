import { sessionStore } from '@masomo/auth';
import { asDataError, DataError, getDb, unwrap } from '@masomo/data';
import { personalStorage } from '@masomo/domain/personalStorage';
import { createSealer, type Sealer } from './sealer.ts';

/** The key of a page that may store nothing. */
let unstored: { owner: string; key: string } | undefined;
let reading: { owner: string; key: Promise<string> } | undefined;

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const isSignedIn = (owner: string) => sessionStore.get().user?.id === owner;

function storedKey(person: string): string | undefined {
  try {
    const [owner, key] = localStorage.getItem(personalStorage.outboxKey)?.split(' ') ?? [];
    if (owner === person) return key;
  } catch {
    // Storage is blocked.
  }
  return unstored?.owner === person ? unstored.key : undefined;
}

function store(owner: string, key: string): void {
  try {
    localStorage.setItem(personalStorage.outboxKey, `${owner} ${key}`);
  } catch {
    unstored = { owner, key };
  }
}

async function askForKey(owner: string): Promise<string> {
  const key = unwrap(await (await getDb()).rpc('outbox_key'));
  // Another person may have come in between.
  if (isSignedIn(owner)) store(owner, key);
  return key;
}

/**
 * The key of what a person types, kept on this device for as long as they are signed in, like the session itself. Rejects for anybody
 * else, and where it is not here and cannot be read.
 */
export async function outboxKeyOf(owner: string): Promise<Uint8Array> {
  if (!isSignedIn(owner)) throw new DataError('not-allowed', 'Only the person who typed this can open it.');
  const stored = storedKey(owner);
  if (stored) return bytesOf(stored);
  if (reading?.owner !== owner) {
    const key = askForKey(owner).finally(() => {
      reading = undefined;
    });
    reading = { owner, key };
  }
  return bytesOf(await reading.key);
}

/** Seals and opens what a person has in one outbox. Rejects with a `DataError` where it cannot. */
export async function sealerOf(owner: string, box: string): Promise<Sealer> {
  try {
    return await createSealer(await outboxKeyOf(owner), `${owner} ${box}`);
  } catch (error) {
    throw asDataError(error);
  }
}
