import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Bug, CircleHelp, CreditCard, Lightbulb, Wrench, type LucideIcon } from 'lucide-react';
import type { InputHTMLAttributes, Ref } from 'react';
import { Box, SimpleGrid, Text } from '@masomo/design-system';
import { issueTypes, type IssueType } from '@masomo/domain/forms';

const tiles: Record<IssueType, { label: MessageDescriptor; Icon: LucideIcon }> = {
  technical: { label: msg`Technical`, Icon: Wrench },
  billing: { label: msg`Billing`, Icon: CreditCard },
  feature: { label: msg`Feature`, Icon: Lightbulb },
  bug: { label: msg`Bug`, Icon: Bug },
  general: { label: msg`General`, Icon: CircleHelp },
};

type IssueTilesProps = { field: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }; error: string | undefined };

/** The ticket's issue type as radio buttons styled as tiles. */
export function IssueTiles({ field, error }: IssueTilesProps) {
  return (
    <Box asChild border="0" padding="0">
      <fieldset>
        <Text as="legend" fontWeight="600" fontSize="sm" marginBottom="2">
          <Trans>Issue Type</Trans>
        </Text>
        <SimpleGrid columns={{ base: 2, sm: 5 }} gap="3">
          {issueTypes.map((type) => {
            const { label, Icon } = tiles[type];
            return (
              <Box
                asChild
                key={type}
                position="relative"
                display="flex"
                flexDirection="column"
                alignItems="center"
                gap="2"
                padding="4"
                borderWidth="1px"
                borderColor="border"
                borderRadius="xl"
                cursor="pointer"
                color="fg.muted"
                _hover={{ borderColor: 'border.emphasized' }}
                css={{
                  '& svg': { width: '1.375rem', height: '1.375rem' },
                  '&:has(input:checked)': { borderColor: 'accent.solid', background: 'accent.subtle', color: 'accent.fg' },
                  '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '2px' },
                  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'pointer' },
                }}
              >
                <label>
                  <input type="radio" value={type} defaultChecked={type === 'technical'} {...field} />
                  <Icon aria-hidden />
                  <span>{t(label)}</span>
                </label>
              </Box>
            );
          })}
        </SimpleGrid>
        {error && (
          <Text role="alert" color="fg.error" fontSize="sm" marginTop="2">
            {error}
          </Text>
        )}
      </fieldset>
    </Box>
  );
}
