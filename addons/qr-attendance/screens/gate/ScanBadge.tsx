import { t } from '@lingui/core/macro';
import { Badge } from '@masomo/design-system';
import type { StoredScan } from './scanOutbox.ts';
import { outcomeColor, outcomeLabels } from './outcomeLabels.ts';

/** What became of a scan. */
export function ScanBadge({ outcome }: Pick<StoredScan, 'outcome'>) {
  return outcome ? (
    <Badge colorPalette={outcomeColor(outcome)}>{outcomeLabels[outcome]}</Badge>
  ) : (
    <Badge colorPalette="gray">{t`Not sent yet`}</Badge>
  );
}
