import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Text } from '@masomo/design-system';

/** What is entered in the menu of a reader. It has no place for a path, and most speak no https. */
export function ConnectHelp() {
  const { hostname, port } = window.location;
  return (
    <Box as="section" aria-label={t`How to connect a reader`} borderWidth="1px" borderRadius="lg" p="4" mb="4" fontSize="sm">
      <Text>
        <Trans>
          In the menu of the reader, under Communication, Cloud server (ADMS): server address {hostname}, port {port || '80'}, no proxy, no
          HTTPS unless the reader has it. It calls within a minute.
        </Trans>
      </Text>
      <Text color="fg.muted" mt="1">
        <Trans>During a power cut it keeps what it reads, for weeks, and sends it when the line is back.</Trans>
      </Text>
    </Box>
  );
}
