import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Container, Eyebrow, Grid, Heading, Stack, Text } from '@masomo/design-system';
import { useLocation, useNavigate } from '@masomo/navigation';
import { CheckList } from '../shared/CheckList.tsx';
import { CheckedPaper } from './CheckedPaper.tsx';
import { CodeForm } from './CodeForm.tsx';

/** Where anybody who holds a paper of a school sees what it said when the school printed it. The code is behind the `#` of the address. */
export function VerifyPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const code = hash.slice(1, 61);
  return (
    <Box as="section" background="bg.subtle" borderBottomWidth="1px" borderColor="border">
      <Container maxWidth="7xl" paddingBlock={{ base: '10', md: '20' }}>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '5fr 6fr' }} gap={{ base: '8', lg: '20' }} alignItems="start">
          <Stack gap="6">
            <Eyebrow>
              <Trans>Papers of schools</Trans>
            </Eyebrow>
            <Heading
              as="h1"
              fontSize={{ base: '3xl', md: '5xl' }}
              lineHeight="1.05"
              letterSpacing="-0.03em"
              textWrap="balance"
              overflowWrap="anywhere"
            >
              <Trans>Is this paper genuine?</Trans>
            </Heading>
            <Text color="fg.muted" fontSize={{ base: 'md', md: 'xl' }} textWrap="pretty">
              <Trans>Receipts, statements and report cards of schools have a code. Scan it or type it, and compare each line.</Trans>
            </Text>
            <Box display={{ base: 'none', lg: 'block' }}>
              <CheckList
                points={[
                  t`You see what the paper said when the school printed it`,
                  t`And whether it still holds, or was replaced or taken back`,
                  t`Only who holds the paper has its code`,
                ]}
              />
            </Box>
          </Stack>
          <Stack gap="6" minWidth="0">
            <CodeForm key={code} code={code} onCode={(given) => void navigate({ hash: given })} />
            {code !== '' && <CheckedPaper code={code} />}
          </Stack>
        </Grid>
      </Container>
    </Box>
  );
}
