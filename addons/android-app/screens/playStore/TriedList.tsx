import { Trans } from '@lingui/react/macro';
import { Card, Heading, List, Text } from '@masomo/design-system';

/** What the makers of the product have tried of the app, and what not. */
export function TriedList() {
  return (
    <Card.Root as="section" aria-labelledby="tried">
      <Card.Body gap="3">
        <Heading as="h2" size="md" id="tried">
          <Trans>What was tried, and what was not</Trans>
        </Heading>
        <Text>
          <Trans>Tried, by tests that run with each release:</Trans>
        </Text>
        <List.Root ps="5" gap="1">
          <List.Item>
            <Trans>Chromium reads the manifest and its icons, and takes the address as an app that can be installed.</Trans>
          </List.Item>
          <List.Item>
            <Trans>The apps of two schools in one browser keep sign-in, storage and messages apart.</Trans>
          </List.Item>
          <List.Item>
            <Trans>The file assetlinks.json has the form that phones ask for. The project is complete, and its XML can be read.</Trans>
          </List.Item>
        </List.Root>
        <Text>
          <Trans>Not tried:</Trans>
        </Text>
        <List.Root ps="5" gap="1">
          <List.Item>
            <Trans>The project was not built: no Android SDK was at hand. So nothing was installed from the Play Store either.</Trans>
          </List.Item>
          <List.Item>
            <Trans>
              No phone was at hand: neither an Android phone nor an iPhone. On an iPhone the icon may be the product’s, not the school’s.
            </Trans>
          </List.Item>
        </List.Root>
      </Card.Body>
    </Card.Root>
  );
}
