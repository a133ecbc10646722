import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { Box, Text } from '@masomo/design-system';
import { FileInput } from '@masomo/design-system/forms';

/** Where a file is dropped or chosen: the field of the browser lies over it, so that keyboard and drop are its own. */
export function FileDrop(props: ComponentProps<typeof FileInput>) {
  return (
    <Box
      position="relative"
      w="full"
      px="4"
      py="7"
      textAlign="center"
      borderWidth="1.5px"
      borderStyle="dashed"
      borderColor="border.control"
      borderRadius="l2"
      bg="bg.subtle"
      _hover={{ borderColor: 'accent.solid', bg: 'accent.subtle' }}
      css={{ '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '2px' } }}
    >
      <Text fontWeight="550">
        <Trans>Drop the file here, or choose it</Trans>
      </Text>
      <Text color="fg.muted" textStyle="sm">
        <Trans>CSV or a workbook (.xlsx), up to 5 MB</Trans>
      </Text>
      <FileInput {...props} position="absolute" inset="0" w="full" h="full" opacity="0" cursor="pointer" />
    </Box>
  );
}
