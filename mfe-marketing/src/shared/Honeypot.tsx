import { Trans } from '@lingui/react/macro';
import { Box } from '@masomo/design-system';
import { honeypotField } from '@masomo/domain/forms';

/** A spam trap: a field hidden from people, the tab order and the accessibility tree, which bots fill in. */
export function Honeypot() {
  return (
    <Box position="absolute" left="-9999px" width="1px" height="1px" overflow="hidden" aria-hidden="true">
      <label>
        <Trans>Website</Trans>
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </Box>
  );
}

/** The honeypot's content to send along with a form; empty for people. */
export function honeypotValue(form: EventTarget | null | undefined): Record<string, string> {
  const value = form instanceof HTMLFormElement ? new FormData(form).get(honeypotField) : null;
  return typeof value === 'string' && value ? { [honeypotField]: value } : {};
}
