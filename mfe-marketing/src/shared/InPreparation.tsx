import { Trans } from '@lingui/react/macro';
import { Badge } from '@masomo/design-system';

/** Says of something that is described, that nobody can use it yet. */
export function InPreparation() {
  return (
    <Badge flexShrink="0">
      <Trans>In preparation</Trans>
    </Badge>
  );
}
