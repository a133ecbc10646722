import { Trans } from '@lingui/react/macro';
import { Text } from '@masomo/design-system';

/** Says that the content below is in English, on a page in another language. */
export function EnglishNote({ lang }: { lang: 'en' | undefined }) {
  if (!lang) return null;
  return (
    <Text role="note" fontSize="sm" color="fg.muted" borderWidth="1px" borderColor="border" borderRadius="lg" padding="3" marginBottom="6">
      <Trans>This text has not been translated yet. You are reading it in English.</Trans>
    </Text>
  );
}
