import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ButtonProps } from '@masomo/design-system';
import { PaperButton } from '@masomo/remote/PaperButton';

type CertificateButtonProps = Pick<ButtonProps, 'size' | 'aria-label'> & { enrolmentId: string; number: string; children: ReactNode };

/** Downloads the certificate of a finished course. Anyone who holds it can check it by its code. */
export function CertificateButton({ enrolmentId, number, ...button }: CertificateButtonProps) {
  return (
    <PaperButton
      {...button}
      paper={{ paper: 'certificate', certificate: enrolmentId, kind: 'course-certificate' }}
      fileName={t`Certificate ${number}`}
      failure={t`The certificate was not made`}
    />
  );
}
