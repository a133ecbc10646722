import type { ComponentType } from 'react';
import { HStack, Text } from '@masomo/design-system';

type CommandRowProps = {
  label: string;
  /** What tells namesakes apart. */
  detail: string;
  /** What it is, at the end of the row. */
  kind?: string;
  icon?: ComponentType<{ size: number; 'aria-hidden': true }> | undefined;
};

/** A row of the search. */
export function CommandRow({ label, detail, kind, icon: Icon }: CommandRowProps) {
  return (
    <HStack gap="3">
      {Icon && <Icon size={17} aria-hidden />}
      <Text minW="0" flex="1" truncate>
        {label}
        {detail && (
          <Text as="span" color="fg.muted">
            {' '}
            {detail}
          </Text>
        )}
      </Text>
      {kind && (
        <Text fontSize="xs" color="fg.muted" flexShrink="0">
          {kind}
        </Text>
      )}
    </HStack>
  );
}
