import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  extensionHost,
  onExtensionsChange,
  type MountedExtension,
  type SlotContexts,
  type SlotExtension,
  type SlotName,
} from '@masomo/contracts/slots';
import { Button, HStack, Text } from '@masomo/design-system';

const none: readonly SlotExtension[] = [];

type SlotProps<Name extends SlotName> = { name: Name; context: SlotContexts[Name] };

/** Shows what the school's add-ons have for this place; without any it renders nothing. */
export function Slot<Name extends SlotName>({ name, context }: SlotProps<Name>) {
  const extensions = useSyncExternalStore(
    onExtensionsChange,
    () => extensionHost()?.list(name) ?? none,
    () => none,
  );
  return extensions.map((extension) => <ExtensionFrame key={extension.key} slot={name} extension={extension} context={context} />);
}

type FrameProps = { slot: SlotName; extension: SlotExtension; context: unknown };

/** One extension with a React root of its own: it may be late, fail or hang, and the screen around it works. */
function ExtensionFrame({ slot, extension, context }: FrameProps) {
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedExtension>(null);
  const latest = useRef(context);
  const [hasFailed, setHasFailed] = useState(false);
  const [retries, setRetries] = useState(0);
  const serialized = JSON.stringify(context);

  useLayoutEffect(() => {
    latest.current = context;
  });
  useEffect(() => {
    if (!element.current) return undefined;
    const current = extensionHost()?.mount(extension, slot, element.current, latest.current, () => setHasFailed(true));
    mounted.current = current ?? null;
    return () => current?.unmount();
  }, [extension, slot, retries]);
  useEffect(() => {
    mounted.current?.update(JSON.parse(serialized));
  }, [serialized]);

  return (
    <>
      {hasFailed && (
        <HStack gap="3" fontSize="sm" color="fg.muted" role="status">
          <Text>{t`${extension.label} is not available right now.`}</Text>
          <Button
            size="xs"
            variant="outline"
            onClick={() => {
              setHasFailed(false);
              setRetries(retries + 1);
            }}
          >
            {t`Retry`}
          </Button>
        </HStack>
      )}
      <div ref={element} data-extension={extension.key} style={{ display: 'contents' }} />
    </>
  );
}
