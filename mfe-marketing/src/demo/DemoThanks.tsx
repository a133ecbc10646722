import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type HTMLAttributes } from 'react';
import { Alert, Button, Stack, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { getRuntimeConfig } from '@masomo/data/functions';
import type { DemoRequest } from '@masomo/domain/forms';
import { scheduledMeetingMinutes } from './content.ts';
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
        <Alert.Title>
          <Trans>Thank You!</Trans>
        </Alert.Title>
        <Stack gap="3">
          <Text>
            <Trans>Your request has reached us, {request.name}. We will contact you within 24 hours.</Trans>
          </Text>
          {page ? (
            <Button alignSelf="flex-start" onClick={() => openScheduling(page, request)}>
              <Trans>Schedule a {scheduledMeetingMinutes}-minute meeting</Trans>
            </Button>
          ) : (
            page === '' && (
              <Text>
                <Trans>
                  Would you rather fix a time now? <TextLink to="/contact">Call or write to us</TextLink> for a {scheduledMeetingMinutes}
                  -minute meeting.
                </Trans>
              </Text>
            )
          )}
        </Stack>
      </Alert.Content>
    </Alert.Root>
  );
}
