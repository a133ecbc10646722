import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink, Center, Heading, Text, VStack } from '@masomo/design-system';
import { shellErrors } from '../remotes/shellErrors.ts';

/** Shown when the frame itself threw. */
export function FrameErrorPage() {
  return (
    <Center minH="100dvh" px="4">
      <VStack role="alert" gap="3" textAlign="center">
        <Heading as="h1" size="xl">
          {t(shellErrors.frameFailed.sentence)}
        </Heading>
        <Text color="fg.muted">
          <Trans>
            What you sent last may be saved: look before you send it once more. Go to the home page, or give support this number:{' '}
            {shellErrors.frameFailed.number}
          </Trans>
        </Text>
        <ButtonLink to="/">
          <Trans>Home</Trans>
        </ButtonLink>
      </VStack>
    </Center>
  );
}
