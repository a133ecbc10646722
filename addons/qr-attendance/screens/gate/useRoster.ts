import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useMemo } from 'react';
import { useQuery } from '@masomo/data';
import { gateKeys, getGateRoster, type GateCard } from '../../data/qrAttendance.ts';
import { readStoredRoster, storeRoster } from './gateStore.ts';

/**
 * Finds a card by its code or number, from the network or as this device last read it, so that a scan shows a name without a connection.
 * The device knows digests of the codes only: whoever scans cannot print a card.
 */
export function useRoster(owner: string) {
  const { data, error } = useQuery([...gateKeys.roster({}), 'device', owner], async (db) => {
    try {
      const cards = await getGateRoster(db, {});
      await storeRoster(owner, cards).catch(() => undefined);
      return cards;
    } catch (failure) {
      const stored = await readStoredRoster(owner).catch(() => null);
      if (stored) return stored;
      throw failure;
    }
  });
  const cards = useMemo(
    () =>
      new Map<string, GateCard>(
        (data ?? []).flatMap((card) => [
          [card.digest, card],
          [card.number.toUpperCase(), card],
        ]),
      ),
    [data],
  );
  const find = (code: string) => cards.get(code) ?? cards.get(bytesToHex(sha256(utf8ToBytes(code))));
  return { find, count: data?.length, error };
}
