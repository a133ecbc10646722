import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useSession } from '@masomo/auth';
import type { GateDirection } from '../../data/qrAttendance.ts';
import { Box, SegmentedToggle, Stack, Text, toaster } from '@masomo/design-system';
import { isSecurePage, newId } from '@masomo/domain/secureContext';
import { useOutbox, useOutboxFlush } from '@masomo/remote/offline/useOutbox';
import { PageHeader } from '@masomo/design-system/admin';
import { Scanner } from '@masomo/remote/Scanner';
import { useModule } from '@masomo/remote/useModule';
import { GateNav } from '../shared/GateNav.tsx';
import { gateFeature } from '../shared/gateHome.ts';
import { ScanBadge } from './ScanBadge.tsx';
import { ScanList } from './ScanList.tsx';
import { scanName } from './outcomeLabels.ts';
import { addScan, newestFirst, scanOutbox, type StoredScan } from './scanOutbox.ts';
import { useRoster } from './useRoster.ts';

const directions: { value: GateDirection; label: string }[] = [
  { value: 'in', label: t`Arriving` },
  { value: 'out', label: t`Leaving` },
];
/** The camera sees a card several times while it is held up. */
const sameCardMs = 20_000;

export function ScanPage() {
  const { user } = useSession();
  const { isReadOnly } = useModule(gateFeature);
  return (
    <>
      <PageHeader
        title={t`Scan at the gate`}
        description={
          isSecurePage()
            ? t`Hold a card in front of the camera. Without a connection, scans wait on this device.`
            : t`Use a hand scanner, or type admission numbers: without https there is no camera, and this page cannot be opened without a connection.`
        }
      />
      <GateNav current="/scan" />
      {user && !isReadOnly && <GateScanner owner={user.id} />}
    </>
  );
}

function GateScanner({ owner }: { owner: string }) {
  const [direction, setDirection] = useState<GateDirection>('in');
  const { find, count } = useRoster(owner);
  const { items, waiting: unsent, isUnreachable, isOnline, problem } = useOutbox(scanOutbox, owner);
  const waiting = unsent.length;
  useOutboxFlush(scanOutbox, owner, waiting, isOnline);
  const scans = newestFirst(items);
  const [latestId, setLatestId] = useState<string>();
  const seen = useRef(new Map<string, number>());

  function scan(text: string) {
    const code = text.trim().toUpperCase();
    const key = `${direction} ${code}`;
    if (code === '' || Date.now() - (seen.current.get(key) ?? 0) < sameCardMs) return;
    seen.current.set(key, Date.now());
    const person = find(code);
    if ('vibrate' in navigator) navigator.vibrate(person ? 80 : [80, 60, 80]);
    const id = newId();
    setLatestId(id);
    addScan({
      id,
      owner,
      code,
      at: new Date().toISOString(),
      direction,
      name: person?.name ?? null,
      group: person?.group ?? null,
    }).catch(() => {
      seen.current.delete(key);
      toaster.error({
        title: t`The scan was not kept`,
        description: t`This device is full or blocks storage for this page. Free some space and scan again.`,
      });
    });
  }

  return (
    <Stack gap="5" maxW="3xl">
      <Box>
        <SegmentedToggle label={t`Direction`} options={directions} value={direction} onChange={setDirection} />
      </Box>
      <Scanner
        label={t`Admission or staff number`}
        action={t`Record`}
        onCode={scan}
        latest={<Latest scan={scans.find(({ id }) => id === latestId)} />}
      />
      {count === 0 && (
        <Text color="fg.muted">
          <Trans>No cards have been issued yet. Issue and print them under Cards. You can already type admission numbers.</Trans>
        </Text>
      )}
      <Box role="status" fontSize="sm" color="fg.muted">
        {problem
          ? t`The scans were not accepted: ${problem}`
          : waiting === 0
            ? t`Everything is sent.`
            : isUnreachable
              ? t`${plural(waiting, { one: '# scan waits', other: '# scans wait' })} on this device and will be sent when the connection is back.`
              : t`Sending ${plural(waiting, { one: '# scan', other: '# scans' })}...`}
      </Box>
      <ScanList scans={scans.slice(0, 12)} />
    </Stack>
  );
}

/** Who was scanned last, in the line below the camera. */
function Latest({ scan }: { scan: StoredScan | undefined }) {
  if (!scan) return <Text color="fg.muted">{t`Nobody has been scanned yet`}</Text>;
  return (
    <>
      <Text fontWeight="600" fontSize="lg" truncate>
        {scanName(scan)}
      </Text>
      <ScanBadge outcome={scan.outcome} />
    </>
  );
}
