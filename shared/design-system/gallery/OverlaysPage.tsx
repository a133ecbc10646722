import { useState } from 'react';
import { CopyIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { Box, Button, Container, Flex, Heading, Text } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { CloseButton, ConfirmDialog, Dialog, Drawer, Portal, Tabs, toaster, Toaster } from '@masomo/design-system/overlays';
import { Menu, Popover } from '@masomo/design-system/popups';

export function OverlaysPage() {
  const [open, setOpen] = useState(new URLSearchParams(location.search).get('open') ?? '');
  const close = () => setOpen('');
  const tell = (type: 'success' | 'error' | 'info' | 'warning') =>
    toaster.create({
      type,
      title: type === 'error' ? 'Not saved' : 'Saved',
      description: 'Greenfield Academy was changed.',
      closable: true,
    });
  return (
    <Container as="main" maxW="5xl" py="10">
      <Heading as="h1" size="2xl" mb="6">
        Overlays
      </Heading>
      <Flex gap="3" wrap="wrap" mb="8">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button colorPalette="red" onClick={() => setOpen('confirm')}>
          Delete school
        </Button>
        <Button variant="outline" onClick={() => tell('success')}>
          Toast
        </Button>
        <Button variant="outline" onClick={() => tell('error')}>
          Failing toast
        </Button>
        <Menu.Root defaultOpen={open === 'menu'}>
          <Menu.Trigger asChild>
            <Button variant="outline">Menu</Button>
          </Menu.Trigger>
          <Portal>
            <Menu.Positioner>
              <Menu.Content>
                <Menu.Item value="edit">
                  <PencilIcon />
                  Edit
                </Menu.Item>
                <Menu.Item value="copy">
                  <CopyIcon />
                  Duplicate
                </Menu.Item>
                <Menu.Separator />
                <Menu.Item value="delete" data-tone="danger">
                  <Trash2Icon />
                  Delete
                </Menu.Item>
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        </Menu.Root>
        <Popover.Root defaultOpen={open === 'popover'}>
          <Popover.Trigger asChild>
            <Button variant="outline">Popover</Button>
          </Popover.Trigger>
          <Portal>
            <Popover.Positioner>
              <Popover.Content>
                <Popover.Body>
                  <Popover.Title>Rates</Popover.Title>
                  <Text color="fg.muted">Taken from the Central Bank every morning.</Text>
                </Popover.Body>
              </Popover.Content>
            </Popover.Positioner>
          </Portal>
        </Popover.Root>
      </Flex>
      {(['line', 'enclosed', 'subtle'] as const).map((variant) => (
        <Tabs.Root key={variant} defaultValue="a" variant={variant} mb="6">
          <Tabs.List>
            <Tabs.Trigger value="a">Details</Tabs.Trigger>
            <Tabs.Trigger value="b">Versions</Tabs.Trigger>
            <Tabs.Trigger value="c" disabled>
              Audit
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="a">The first view.</Tabs.Content>
          <Tabs.Content value="b">The second view.</Tabs.Content>
        </Tabs.Root>
      ))}
      <Dialog.Root open={open === 'dialog'} onOpenChange={close}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>Write to us</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Box mb="4">
                  <TextField label="Subject" />
                </Box>
                <Text color="fg.muted">Answers go to the address you gave.</Text>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={close}>
                  Cancel
                </Button>
                <Button onClick={close}>Send</Button>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" />
              </Dialog.CloseTrigger>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
      <Drawer.Root open={open === 'drawer'} onOpenChange={close}>
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content>
              <Drawer.Header>
                <Drawer.Title>Your cart</Drawer.Title>
              </Drawer.Header>
              <Drawer.Body>Two add-ons</Drawer.Body>
              <Drawer.Footer>
                <Button w="full" size="lg">
                  Check out
                </Button>
              </Drawer.Footer>
              <Drawer.CloseTrigger asChild>
                <CloseButton size="sm" />
              </Drawer.CloseTrigger>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Delete Greenfield Academy?"
        body="Its classes, marks and invoices go with it. This cannot be undone."
        confirmLabel="Delete school"
        tone="danger"
        onConfirm={close}
        onClose={close}
      />
      <Toaster />
    </Container>
  );
}
