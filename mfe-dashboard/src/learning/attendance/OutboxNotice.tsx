import { plural, t } from '@lingui/core/macro';
import { UnsentNotice } from '../../shared/UnsentNotice.tsx';
import { markOutbox } from './markOutbox.ts';

/** Of registers, on every screen. */
export function OutboxNotice() {
  return (
    <UnsentNotice
      outbox={markOutbox}
      path="/dashboard/attendance"
      linkLabel={t`Open attendance`}
      needsDecision={({ conflict }) => conflict !== undefined}
      decide={(count) => t`${plural(count, { one: '# attendance mark needs', other: '# attendance marks need' })} your decision.`}
      wait={(count) => t`${plural(count, { one: '# attendance mark', other: '# attendance marks' })} not sent yet.`}
    />
  );
}
