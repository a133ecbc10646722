import { Trans } from '@lingui/react/macro';
import { Text } from '@masomo/design-system';

/** What the codes of the competency-based curriculum mean. */
export function LevelNames() {
  return (
    <Text textStyle="xs" color="fg.muted">
      <Trans>EE exceeding, ME meeting, AE approaching, BE below expectations</Trans>
    </Text>
  );
}
