import { plural, t } from '@lingui/core/macro';
import { UnsentNotice } from '../../shared/UnsentNotice.tsx';
import { scoreOutbox } from './editing/scoreOutbox.ts';

/** Of gradebooks, on every screen. */
export function ScoreNotice() {
  return (
    <UnsentNotice
      outbox={scoreOutbox}
      path="/dashboard/grades"
      linkLabel={t`Open grades`}
      needsDecision={({ problem }) => problem !== undefined}
      decide={(count) => t`${plural(count, { one: '# mark in a gradebook needs', other: '# marks in gradebooks need' })} your decision.`}
      wait={(count) => t`${plural(count, { one: '# mark in a gradebook', other: '# marks in gradebooks' })} not sent yet.`}
    />
  );
}
