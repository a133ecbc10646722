import { useMemo } from 'react';
import { useQuery } from '@masomo/data';
import { gateKeys, getGateRoster, type GateCard } from '@masomo/data/addons/qrAttendance';
import { readStoredRoster, storeRoster } from './gateStore.ts';

/** Cards by code, from the network or as this device last read them, so that a scan shows a name without a connection. */
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
  const byCode = useMemo(
    () =>
      new Map<string, GateCard>(
        (data ?? []).flatMap((card) => [
          [card.code, card],
          [card.number.toUpperCase(), card],
        ]),
      ),
    [data],
  );
  return { byCode, count: data?.length, error };
}
