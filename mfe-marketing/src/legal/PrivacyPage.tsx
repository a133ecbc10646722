import { t } from '@lingui/core/macro';
import { LegalPage } from './LegalPage.tsx';
import { RetentionTable } from './RetentionTable.tsx';

export function PrivacyPage() {
  return <LegalPage slug="privacy" appendix={{ heading: t`Retention periods`, content: <RetentionTable /> }} />;
}
