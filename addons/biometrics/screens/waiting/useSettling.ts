import { plural, t } from '@lingui/core/macro';
import { failureMessage, useCommand } from '@masomo/data';
import { toaster } from '@masomo/design-system';
import { settleLines } from '../../data/readerCommands.ts';

/** Decides about readings that wait, and says of how many. */
export function useSettling() {
  return useCommand(settleLines, {
    invalidates: ['readers', 'attendance'],
    onSuccess: (count) => toaster.success({ title: t`Decided about ${plural(count, { one: '# reading', other: '# readings' })}` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`Nothing was decided`)),
  });
}
