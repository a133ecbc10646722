import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Box, SegmentedToggle } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ReadersNav } from '../shared/ReadersNav.tsx';
import { HeldList } from './HeldList.tsx';
import { MalformedList } from './MalformedList.tsx';
import { UnknownList } from './UnknownList.tsx';

const kinds = ['unknown', 'held', 'malformed'] as const;
type Kind = (typeof kinds)[number];

/** What readers sent that no register has yet, and why. */
export function WaitingPage() {
  const [kind, setKind] = useState<Kind>('unknown');
  const labels: Record<Kind, string> = { unknown: t`Unknown numbers`, held: t`Wrong clock`, malformed: t`Not readable` };
  return (
    <>
      <PageHeader title={t`Waiting`} description={t`What readers sent that no register has yet. Nothing is lost.`} />
      <ReadersNav current="/waiting" />
      <Box mb="2">
        <SegmentedToggle
          label={t`Why it waits`}
          options={kinds.map((value) => ({ value, label: labels[value] }))}
          value={kind}
          onChange={setKind}
        />
      </Box>
      {kind === 'unknown' && <UnknownList />}
      {kind === 'held' && <HeldList />}
      {kind === 'malformed' && <MalformedList />}
    </>
  );
}
