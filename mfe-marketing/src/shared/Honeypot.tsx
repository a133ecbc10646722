import { Box } from '@masomo/design-system';
import { honeypotField } from '@masomo/domain/forms';

/** A field people never meet: out of sight, out of the tab order, out of the accessibility tree. Programs fill it. */
export function Honeypot() {
  return (
    <Box position="absolute" left="-9999px" width="1px" height="1px" overflow="hidden" aria-hidden="true">
      <label>
        Website
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </Box>
  );
}

/** What a program wrote into the trap of a form, to be sent along; nothing for people. */
export function honeypotValue(form: EventTarget | null | undefined): Record<string, string> {
  const value = form instanceof HTMLFormElement ? new FormData(form).get(honeypotField) : null;
  return typeof value === 'string' && value ? { [honeypotField]: value } : {};
}
