import { useEffect, useRef, useState, type HTMLAttributes } from 'react';
import { Alert, Button, Stack, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { getRuntimeConfig } from '@masomo/data/functions';
import type { DemoRequest } from '@masomo/domain/forms';
import { scheduledMeeting } from './content.ts';
import { openScheduling, prepareScheduling } from './scheduling.ts';

/** Confirms the request and offers to schedule a meeting where a scheduling page is configured. */
export function DemoThanks({
  request,
  ...pauseProps
}: { request: DemoRequest } & Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>) {
  const [page, setPage] = useState<string>();
  const panel = useRef<HTMLDivElement>(null);
  // The form is long: on a phone its submit button is far below this confirmation.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' });
  }, []);
  useEffect(() => {
    let isCurrent = true;
    getRuntimeConfig().then(
      ({ widgets: { schedulingUrl } }) => {
        if (!isCurrent) return;
        setPage(schedulingUrl);
        if (schedulingUrl) prepareScheduling(schedulingUrl);
      },
      () => isCurrent && setPage(''),
    );
    return () => void (isCurrent = false);
  }, []);
  return (
    <Alert.Root ref={panel} status="success" marginBottom="8" role="status" {...pauseProps}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Thank You!</Alert.Title>
        <Stack gap="3">
          <Text>Your request has reached us, {request.name}. We will contact you within 24 hours.</Text>
          {page ? (
            <Button alignSelf="flex-start" onClick={() => openScheduling(page, request)}>
              Schedule a {scheduledMeeting}
            </Button>
          ) : (
            page === '' && (
              <Text>
                Would you rather fix a time now? <TextLink to="/contact">Call or write to us</TextLink> for a {scheduledMeeting}.
              </Text>
            )
          )}
        </Stack>
      </Alert.Content>
    </Alert.Root>
  );
}
