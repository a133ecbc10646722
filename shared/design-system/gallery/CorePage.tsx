import { useState } from 'react';
import { BookOpenIcon, InboxIcon, PlusIcon, Trash2Icon } from 'lucide-react';
import {
  Alert,
  AppLink,
  Badge,
  Box,
  Button,
  ButtonLink,
  Card,
  ColorModeButton,
  Container,
  Disclosure,
  EmptyState,
  ErrorState,
  ExternalLink,
  Eyebrow,
  Flex,
  Heading,
  HStack,
  IconButton,
  List,
  Logo,
  PageSection,
  SegmentedToggle,
  Separator,
  SimpleGrid,
  Skeleton,
  SkeletonText,
  Spinner,
  Stack,
  Text,
} from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';

const palettes = ['accent', 'gray', 'green', 'yellow', 'red', 'blue'];
const variants = ['solid', 'subtle', 'surface', 'outline', 'ghost', 'plain'] as const;

export function CorePage() {
  const [currency, setCurrency] = useState('KES');
  return (
    <Box as="main">
      <Box as="header" borderBottomWidth="1px">
        <Container maxW="6xl">
          <Flex h="16" align="center" justify="space-between">
            <Logo name="Masomo" />
            <HStack>
              <AppLink to="/a">Features</AppLink>
              <ColorModeButton />
              <Button size="sm">Request demo</Button>
            </HStack>
          </Flex>
        </Container>
      </Box>
      <PageSection>
        <Stack gap="5" maxW="3xl">
          <Eyebrow>School management for Kenya</Eyebrow>
          <Heading as="h1" size={{ base: '4xl', md: '6xl' }}>
            Run the whole school from one place
          </Heading>
          <Text textStyle="xl" color="fg.muted">
            Admissions, attendance, grades and fees, in one record that teachers, parents and the office share.
          </Text>
          <HStack gap="3">
            <ButtonLink to="/demo" size="lg">
              Request a demo
            </ButtonLink>
            <ButtonLink to="/pricing" size="lg" variant="outline">
              See prices
            </ButtonLink>
          </HStack>
        </Stack>
      </PageSection>
      <PageSection bg="bg.subtle">
        <Stack gap="8">
          <SimpleGrid columns={{ base: 1, md: 3 }} gap="5">
            {(['outline', 'elevated', 'subtle'] as const).map((variant) => (
              <Card.Root key={variant} variant={variant}>
                <Card.Header>
                  <BookOpenIcon aria-hidden />
                  <Card.Title as="h2">Library</Card.Title>
                  <Card.Description>Lending, fines and stock takes.</Card.Description>
                </Card.Header>
                <Card.Body>
                  <Text textStyle="2xl" fontWeight="650">
                    KSh 12,000
                  </Text>
                  <Text textStyle="sm" color="fg.muted">
                    a year, per school
                  </Text>
                </Card.Body>
                <Card.Footer>
                  <Button size="sm">Add to cart</Button>
                  <Button size="sm" variant="ghost">
                    Details
                  </Button>
                </Card.Footer>
              </Card.Root>
            ))}
          </SimpleGrid>
          <Stack gap="3">
            {variants.map((variant) => (
              <Flex key={variant} gap="3" wrap="wrap">
                <Button variant={variant}>Save changes</Button>
                {palettes.map((palette) => (
                  <Button key={palette} variant={variant} colorPalette={palette}>
                    {palette}
                  </Button>
                ))}
                <Button variant={variant} disabled>
                  Disabled
                </Button>
              </Flex>
            ))}
            <Flex gap="3" align="center" wrap="wrap">
              {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
                <Button key={size} size={size}>
                  <PlusIcon aria-hidden />
                  Size {size}
                </Button>
              ))}
              <IconButton aria-label="Delete" variant="outline">
                <Trash2Icon />
              </IconButton>
            </Flex>
          </Stack>
          <Stack gap="2">
            {(['subtle', 'solid', 'outline', 'surface'] as const).map((variant) => (
              <HStack key={variant} wrap="wrap">
                {palettes.map((palette) => (
                  <Badge key={palette} variant={variant} colorPalette={palette}>
                    {palette}
                  </Badge>
                ))}
              </HStack>
            ))}
          </Stack>
        </Stack>
      </PageSection>
      <PageSection>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="8">
          <Stack gap="3">
            {(['info', 'success', 'warning', 'error', 'neutral'] as const).map((status) => (
              <Alert.Root key={status} status={status}>
                <Alert.Indicator />
                <Alert.Content>
                  <Alert.Title>Title of {status}</Alert.Title>
                  <Alert.Description>What happened, and what to do next.</Alert.Description>
                </Alert.Content>
              </Alert.Root>
            ))}
          </Stack>
          <Box>
            {['How long does setup take?', 'Can parents pay by M-Pesa?', 'What happens to our data?'].map((question) => (
              <Disclosure key={question} summary={question}>
                Most schools start within a week. We import your pupils, staff and classes from a spreadsheet.
              </Disclosure>
            ))}
          </Box>
          <Stack gap="4">
            <SegmentedToggle
              label="Currency"
              value={currency}
              onChange={setCurrency}
              options={[
                { value: 'KES', label: 'KES' },
                { value: 'USD', label: 'USD' },
              ]}
            />
            <SkeletonText />
            <Skeleton h="20" />
            <HStack>
              <Spinner />
              <Spinner size="lg" />
            </HStack>
            <Separator />
          </Stack>
          <Stack gap="3">
            <Text>
              Running text with{' '}
              <AppLink to="/x" variant="underline">
                a link in it
              </AppLink>{' '}
              and{' '}
              <ExternalLink href="https://example.org" variant="underline">
                one out of it
              </ExternalLink>
              .
            </Text>
            <List.Root>
              <List.Item>First of all</List.Item>
              <List.Item>Then the rest</List.Item>
            </List.Root>
            <List.Root as="ol">
              <List.Item>One</List.Item>
              <List.Item>Two</List.Item>
            </List.Root>
          </Stack>
          <Card.Root>
            <EmptyState icon={<InboxIcon />} title="No invoices yet" action={<Button size="sm">New invoice</Button>}>
              Invoices you send to parents appear here.
            </EmptyState>
          </Card.Root>
          <Card.Root>
            <ErrorState
              error={{ userMessage: 'The server cannot be reached. Check your connection and try again.' }}
              onRetry={() => new Promise((done) => setTimeout(done, 1000))}
            />
          </Card.Root>
        </SimpleGrid>
        <Box mt="10">
          <PlainTable
            label="Plans"
            size="md"
            columns={[
              { id: 'plan', header: 'Plan', cell: ({ plan }) => plan },
              { id: 'students', header: 'Students', align: 'end', cell: ({ students }) => students },
            ]}
            rows={[
              { plan: 'Starter', students: '200' },
              { plan: 'Growth', students: '1,000' },
            ]}
            rowKey={({ plan }) => plan}
          />
        </Box>
        <Stack mt="10" gap="2">
          {(['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl'] as const).map((size) => (
            <Heading key={size} as="h2" size={size}>
              Heading {size}: 1,250 pupils in Kisumu
            </Heading>
          ))}
        </Stack>
      </PageSection>
    </Box>
  );
}
