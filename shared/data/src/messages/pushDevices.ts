import { toDataError, unwrap, type Db } from '@masomo/data';
import * as z from '@masomo/data/zod';

/** A device on which the caller has turned messages on. `isCurrent` is whether it did so for the sender's present key. */
export type PushDevice = { id: string; device: string; addedAt: string; isThis: boolean; isCurrent: boolean };
/** What sends to devices and to which; `isLost` when the push service gave up the caller's last one. */
export type PushState = { senderKey: string; isLost: boolean; devices: PushDevice[] };
/** A browser at its push service. */
export type PushAddress = { endpoint: string; publicKey: string; secret: string };

export const pushDeviceKeys = { all: (userId: string, endpoint: string | null) => ['push devices', userId, endpoint] as const };

const stateSchema = z.nullable(
  z.object({
    sender_key: z.string(),
    is_lost: z.boolean(),
    devices: z.array(z.object({ id: z.string(), device: z.string(), added_at: z.string(), is_this: z.boolean(), is_current: z.boolean() })),
  }),
);

/** Where the caller has turned messages on, and whether the browser with this address is among them; null where none are sent to devices. */
export async function getPushState(db: Db, endpoint: string | null): Promise<PushState | null> {
  const state = stateSchema.parse(unwrap(await db.rpc('push_devices', endpoint === null ? {} : { endpoint })));
  return (
    state && {
      senderKey: state.sender_key,
      isLost: state.is_lost,
      devices: state.devices.map(({ id, device, added_at: addedAt, is_this: isThis, is_current: isCurrent }) => ({
        id,
        device,
        addedAt,
        isThis,
        isCurrent,
      })),
    }
  );
}

/** Turns messages on for a browser, until the caller's session in it ends. */
export async function addPushDevice(
  db: Db,
  { endpoint, publicKey, secret, senderKey, device }: PushAddress & { senderKey: string; device: string },
): Promise<void> {
  const { error, status } = await db.rpc('add_push_device', { endpoint, public_key: publicKey, secret, sender_key: senderKey, device });
  if (error) throw toDataError(error, status);
}

/** Turns messages off at one of the caller's devices. */
export async function removePushDevice(db: Db, deviceId: string): Promise<void> {
  const { error, status } = await db.rpc('remove_push_device', { device_id: deviceId });
  if (error) throw toDataError(error, status);
}

const addressSchema = z.object({ endpoint: z.string(), publicKey: z.string(), secret: z.string() });

/** A new address at the simulated push service of a developer's machine; null where there is none. */
export async function simulatedAddress(senderKey: string): Promise<PushAddress | null> {
  try {
    const response = await fetch('/_local/push/devices', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ senderKey }),
    });
    return response.status === 201 ? addressSchema.parse(await response.json()) : null;
  } catch {
    return null;
  }
}
