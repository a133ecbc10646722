import { Trans } from '@lingui/react/macro';
import type { TranslationState } from '@masomo/domain/storedTranslations';
import { Badge } from '@masomo/design-system';

/** Says that a record has no Swahili text, or one that is older than its English text. */
export function TranslationBadge({ state }: { state: TranslationState }) {
  if (state === 'current') return null;
  return (
    <Badge colorPalette={state === 'outdated' ? 'yellow' : 'gray'}>
      {state === 'outdated' ? <Trans>English changed after the translation</Trans> : <Trans>Not in Swahili</Trans>}
    </Badge>
  );
}
