import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useMemo } from 'react';
import { useQuery } from '@masomo/data';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { gateKeys, gateRosterSchema, getGateRoster, type GateCard } from '../../data/qrAttendance.ts';

/**
 * Finds a card by its code or number, from the network or as this device last read it, so that a scan shows a name without a connection.
 * The device knows only digests of the codes, so the person who scans cannot print a card.
 */
export function useRoster(owner: string) {
  const { data: roster, error } = useQuery([...gateKeys.roster({}), 'device', owner], (db) =>
    networkFirst({ owner, key: 'gate roster', schema: gateRosterSchema, read: () => getGateRoster(db, {}) }),
  );
  const cards = useMemo(
    () =>
      new Map<string, GateCard>(
        (roster?.data ?? []).flatMap((card) => [
          [card.digest, card],
          [card.number.toUpperCase(), card],
        ]),
      ),
    [roster],
  );
  const find = (code: string) => cards.get(code) ?? cards.get(bytesToHex(sha256(utf8ToBytes(code))));
  return { find, count: roster?.data.length, error };
}
