import { Trans } from '@lingui/react/macro';
import { Text } from '@masomo/design-system';

/** Says that the content below is in English, on a page in another language; `isPartial` when only some of it is. */
export function EnglishNote({ lang, isPartial = false }: { lang: 'en' | undefined; isPartial?: boolean }) {
  if (!lang) return null;
  return (
    <Text role="note" fontSize="sm" color="fg.muted" borderWidth="1px" borderColor="border" borderRadius="lg" padding="3" marginBottom="6">
      {isPartial ? (
        <Trans>Some of these texts have not been translated yet and are in English.</Trans>
      ) : (
        <Trans>This text has not been translated yet. You are reading it in English.</Trans>
      )}
    </Text>
  );
}
